"""Viewers who read until told to stop: `stalling-viewers.py <port> <count> <http|ws|both>`.

Prints `watching` when all get bytes. A line on stdin makes them stand still, connections open, until they are
killed. Receive buffers are small: what a client's own kernel swallows no server can see, and Node cannot make
them small.
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
# A masked text message, as clients must send; the mask is zero because nothing here is secret.
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
fed = set()
is_told = False
while True:
    ready, _, _ = select.select([sys.stdin, *viewers], [], [])
    if sys.stdin in ready:
        break
    for viewer in ready:
        if not viewer.recv(262144):
            sys.exit("a viewer was closed while it was reading")
        fed.add(viewer)
    if len(fed) == count and not is_told:
        is_told = True
        print("watching", flush=True)
sys.stdin.readline()
while sys.stdin.readline():
    pass
