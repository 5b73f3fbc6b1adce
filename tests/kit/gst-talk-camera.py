"""GStreamer's ONVIF server, independent of our code: a camera at /stream that plays what it receives into a file.

Takes one JSON object as its only argument:
  codec     pcmu | pcma | opus | aac
  out       path of the file: mono 16-bit samples at 16 kHz, without header
  user, password   digest authentication; absent: none
Prints {"port": n} when it listens. Ends when its standard input is closed.
"""
import json
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

# Caps of the back channel, and what makes samples of it.
CODECS = {
    "pcmu": ("payload=0, clock-rate=8000, encoding-name=PCMU", "rtppcmudepay ! mulawdec"),
    "pcma": ("payload=8, clock-rate=8000, encoding-name=PCMA", "rtppcmadepay ! alawdec"),
    "opus": ("payload=98, clock-rate=48000, encoding-name=OPUS", "rtpopusdepay ! opusdec"),
    "aac": (
        "payload=97, clock-rate=16000, encoding-name=MPEG4-GENERIC, encoding-params=(string)1, streamtype=(string)5, "
        "profile-level-id=(string)15, mode=(string)AAC-hbr, config=(string)1408, sizelength=(string)13, "
        "indexlength=(string)3, indexdeltalength=(string)3",
        "rtpmp4gdepay ! aacparse ! avdec_aac",
    ),
}


def back_channel(options):
    caps, decode = CODECS[options["codec"]]
    return (
        f'( capsfilter caps="application/x-rtp, media=audio, {caps}" name=depay_backchannel ! {decode} '
        "! audioconvert ! audioresample ! audio/x-raw,format=S16LE,rate=16000,channels=1 "
        f'! filesink location="{options["out"]}" buffer-mode=unbuffered sync=false async=false )'
    )


def main():
    options = json.loads(sys.argv[1])
    Gst.init(None)
    server = GstRtspServer.RTSPOnvifServer()
    server.set_address("127.0.0.1")
    server.set_service("0")
    factory = GstRtspServer.RTSPOnvifMediaFactory()
    # The stream of a camera that is only talked to is not linked, which would be an error without the tee. If GStreamer
    # handles it late, it drops what it receives.
    factory.set_launch(
        "( audiotestsrc is-live=true freq=440 volume=0.2 ! mulawenc ! tee allow-not-linked=true ! rtppcmupay name=pay0 pt=0 )"
    )
    factory.set_backchannel_launch(back_channel(options))
    factory.set_shared(False)
    factory.set_media_gtype(GstRtspServer.RTSPOnvifMedia.__gtype__)
    if options.get("user"):
        auth = GstRtspServer.RTSPAuth()
        token = GstRtspServer.RTSPToken()
        token.set_string("media.factory.role", "viewer")
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(options["user"], options["password"], token)
        server.set_auth(auth)
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role("viewer", "media.factory.access", True)
        permissions.add_permission_for_role("viewer", "media.factory.construct", True)
        factory.set_permissions(permissions)
    server.get_mount_points().add_factory("/stream", factory)
    if server.attach(None) == 0:
        sys.exit("the port is in use")
    loop = GLib.MainLoop()
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP | GLib.IOCondition.IN,
                      lambda *_: (loop.quit(), False)[1])
    print(json.dumps({"port": server.get_bound_port()}), flush=True)
    loop.run()


main()
