/* A program that the agent brought along: what it prints shows that it ran. */
#include <stdio.h>

int main(void) {
    puts("went");
    return 0;
}
