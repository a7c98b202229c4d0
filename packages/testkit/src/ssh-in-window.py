"""Runs a program in a terminal whose window changes its size. Prints what the program showed; exits as it did."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time


def main():
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvp(sys.argv[1], sys.argv[1:])
    resize(terminal, 91, 33)
    shown = ask_until(terminal, b"stty size\n", b"33 91")
    resize(terminal, 50, 20)
    shown += ask_until(terminal, b"stty size\n", b"20 50")
    os.write(terminal, b"exit 5\n")
    _, status = os.waitpid(pid, 0)
    sys.stdout.buffer.write(shown)
    sys.exit(os.waitstatus_to_exitcode(status))


def resize(terminal, columns, rows):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def ask_until(terminal, question, answer):
    """Asks again until the answer comes, for 20 seconds: a size arrives some time after the change."""
    shown, deadline = b"", time.monotonic() + 20
    while time.monotonic() < deadline:
        os.write(terminal, question)
        wait = time.monotonic() + 1
        while time.monotonic() < wait:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 4096)
            if answer in shown:
                return shown
    sys.exit("no " + answer.decode() + " in: " + repr(shown))


main()
