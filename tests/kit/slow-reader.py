"""A viewer on a thin line: `slow-reader.py <port> <bytes a second>`, request on stdin, answer on stdout.

Node cannot make a socket's receive buffer small, and a large one hides as much as the line it stands for.
"""
import os
import socket
import sys
import time

port, rate = int(sys.argv[1]), int(sys.argv[2])
line = socket.socket()
line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
line.connect(("127.0.0.1", port))
line.sendall(sys.stdin.buffer.read())
start, taken = time.monotonic(), 0
while True:
    due = int((time.monotonic() - start) * rate) - taken
    if due < 2048:
        time.sleep(0.01)
        continue
    data = line.recv(min(due, 8192))
    if not data:
        break
    taken += len(data)
    os.write(1, data)
