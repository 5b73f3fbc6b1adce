"""Viewers that stop reading on command: `stalling-viewers.py <port> <count> <http|ws|both>`.

Prints `watching` when all of them receive bytes. After a line on stdin they stop reading, with their connections
open, until they are killed. Receive buffers are small, because bytes in a client's kernel buffer are not visible
to the server; Node cannot set their size.
"""
import select
import socket
import sys

port, count, transport = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
PATH = "/live/CAM1/1/main.flv"
HTTP = f"GET {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer any\r\n\r\n"
UPGRADE = (
    f"GET {PATH} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TICKET = b'{"ticket":"any"}'
# A masked text message, as RFC 6455 requires of clients; the mask is zero because nothing here is secret.
FIRST_MESSAGE = bytes([0x81, 0x80 | len(TICKET), 0, 0, 0, 0]) + TICKET


def open_viewer(index):
    viewer = socket.socket()
    viewer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    viewer.connect(("127.0.0.1", port))
    if transport == "http" or (transport == "both" and index % 2 == 0):
        viewer.sendall(HTTP.encode())
    else:
        viewer.sendall(UPGRADE.encode())
        viewer.recv(4096)
        viewer.sendall(FIRST_MESSAGE)
    return viewer


viewers = [open_viewer(index) for index in range(count)]
receiving = set()
has_reported = False
while True:
    ready, _, _ = select.select([sys.stdin, *viewers], [], [])
    if sys.stdin in ready:
        break
    for viewer in ready:
        if not viewer.recv(262144):
            sys.exit("a viewer was closed while it was reading")
        receiving.add(viewer)
    if len(receiving) == count and not has_reported:
        has_reported = True
        print("watching", flush=True)
sys.stdin.readline()
while sys.stdin.readline():
    pass
