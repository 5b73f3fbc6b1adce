"""GStreamer's RTSP server, independent of our code, serving one Matroska file at /stream.

Takes one JSON object as its only argument:
  file      path of the Matroska file
  video     h264 | h265 | null
  audio     aac | pcma | pcmu | opus | null
  port      0 chooses a free one
  auth      null | basic | digest
  user, password
  transport  tcp | udp: refuses any other
  sessionTimeout  seconds after which an idle session ends; null leaves the default
  configInterval  seconds between in-band parameter sets; -1 with every key frame, 0 only in the SDP
Prints {"port": n} when it listens. Ends when its standard input is closed.
"""
import json
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

VIDEO = {
    "h264": "h264parse ! rtph264pay name=pay0 pt=96 config-interval={interval}",
    "h265": "h265parse ! rtph265pay name=pay0 pt=96 config-interval={interval}",
}
AUDIO = {
    "aac": "aacparse ! rtpmp4gpay name=pay{index} pt=97",
    "pcma": "rtppcmapay name=pay{index} pt=8",
    "opus": "rtpopuspay name=pay{index} pt=98",
    "pcmu": "rtppcmupay name=pay{index} pt=0",
}

TRANSPORTS = {
    "tcp": GstRtsp.RTSPLowerTrans.TCP,
    "udp": GstRtsp.RTSPLowerTrans.UDP,
}


def launch_line(options):
    parts = [f'filesrc location="{options["file"]}" ! matroskademux name=demux']
    if options.get("video"):
        interval = options.get("configInterval", -1)
        parts.append("demux.video_0 ! queue ! " + VIDEO[options["video"]].format(interval=interval))
    if options.get("audio"):
        index = 1 if options.get("video") else 0
        parts.append("demux.audio_0 ! queue ! " + AUDIO[options["audio"]].format(index=index))
    return "( " + "  ".join(parts) + " )"


def make_auth(options):
    auth = GstRtspServer.RTSPAuth()
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    user, password = options["user"], options["password"]
    if options["auth"] == "digest":
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(user, password, token)
    else:
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
    return auth


def main():
    options = json.loads(sys.argv[1])
    Gst.init(None)
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(str(options.get("port", 0)))
    factory = GstRtspServer.RTSPMediaFactory()
    factory.set_launch(launch_line(options))
    factory.set_shared(True)
    if options.get("transport"):
        factory.set_protocols(TRANSPORTS[options["transport"]])
    if options.get("auth"):
        server.set_auth(make_auth(options))
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("viewer", "media.factory.access", True)
        permissions.add_permission_for_role("viewer", "media.factory.construct", True)
        factory.set_permissions(permissions)
    if options.get("sessionTimeout"):
        # The timeout is a property of each session, so it is set when the session is created.
        server.connect("client-connected", lambda _, client: client.connect(
            "new-session", lambda _client, session: session.set_timeout(options["sessionTimeout"])))
    server.get_mount_points().add_factory("/stream", factory)
    if server.attach(None) == 0:
        sys.exit("the port is in use")
    loop = GLib.MainLoop()
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP | GLib.IOCondition.IN,
                      lambda *_: (loop.quit(), False)[1])
    print(json.dumps({"port": server.get_bound_port()}), flush=True)
    loop.run()


main()
