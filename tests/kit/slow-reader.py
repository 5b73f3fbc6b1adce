"""A viewer with a low bit rate: `slow-reader.py <port> <bytes per second>`, request on stdin, response on stdout.

In Python because Node cannot set a socket's receive buffer, and a large buffer would hide the slow connection.
"""
import os
import socket
import sys
import time

port, rate = int(sys.argv[1]), int(sys.argv[2])
connection = socket.socket()
connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
connection.connect(("127.0.0.1", port))
connection.sendall(sys.stdin.buffer.read())
start, received = time.monotonic(), 0
while True:
    allowed = int((time.monotonic() - start) * rate) - received
    if allowed < 2048:
        time.sleep(0.01)
        continue
    data = connection.recv(min(allowed, 8192))
    if not data:
        break
    received += len(data)
    os.write(1, data)
