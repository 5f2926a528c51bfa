/* A library that leaves a file behind as soon as anything loads it: its owner tells whose process that was. */
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) static void loaded(void) {
    int file = open(PATH, O_CREAT | O_WRONLY | O_EXCL, 0644);
    if (file >= 0)
        close(file);
}
