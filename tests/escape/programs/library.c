/* A library that the agent brought along: it says so as soon as anything loads it. */
#include <unistd.h>

__attribute__((constructor)) static void loaded(void) {
    (void)!write(1, "went\n", 5);
}
