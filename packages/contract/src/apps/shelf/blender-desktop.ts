import { AppContainer } from '../app-container.ts'

/**
 * Blender on a desktop in the browser. The password is asked for by the page itself, whole: VNC would cut it to eight
 * characters. The display listens inside the instance only.
 */
export const blenderDesktop = AppContainer.parse({
  name: 'blender-desktop',
  recipe: {
    base: 'gridloom/base:debian',
    apt: [
      'blender',
      'tigervnc-standalone-server',
      'novnc',
      'websockify',
      'openbox',
      'xterm',
      'fonts-dejavu-core',
      'libgl1-mesa-dri',
      'x11-xserver-utils',
    ],
  },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
set -eu
export DISPLAY=:1 HOME=/root
rm -f /tmp/.X1-lock /tmp/.X11-unix/X1
mkdir -p /workspace
cd /workspace
Xtigervnc :1 -geometry 1440x810 -depth 24 -rfbport 5901 -localhost=1 -SecurityTypes None \\
  -AlwaysShared=1 -AcceptSetDesktopSize=1 -desktop Blender &
until [ -e /tmp/.X11-unix/X1 ]; do sleep 0.1; done
openbox &
while :; do blender; sleep 1; done &
exec websockify --web /usr/share/novnc --web-auth --auth-plugin BasicHTTPAuth \\
  --auth-source "blender:$PASSWORD" 0.0.0.0:6080 127.0.0.1:5901
`,
  env: {},
  secrets: ['PASSWORD'],
  ports: [6080],
  readiness: { kind: 'tcp', port: 6080, timeout_s: 120 },
  links: [{ title: 'Desktop', port: 6080, path: '/vnc.html?autoconnect=true&resize=remote' }],
  login: { username: 'blender', password: 'PASSWORD' },
  needs: { memory_mib: 4_096, disk_gb: 8 },
})
