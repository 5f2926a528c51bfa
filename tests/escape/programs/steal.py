"""Keeps the terminal that it was started on: reads what is typed there later, and writes in between. Notes what came of it."""

import os
import select
import time

time.sleep(1)
with open("stolen", "wb", buffering=0) as stolen, open("tried", "w") as tried:
    for _ in range(20):
        time.sleep(0.2)
        try:
            os.write(1, b"written by the session\r\n")
            if select.select([0], [], [], 0)[0]:
                stolen.write(os.read(0, 20))
            tried.write("nothing was refused\n")
        except OSError as e:
            tried.write(f"{e.strerror}\n")
