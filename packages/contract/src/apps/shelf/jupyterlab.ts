import { AppContainer } from '../app-container.ts'

/** JupyterLab reads its token from the variable. Source: jupyter_server, `IdentityProvider._token_default`. */
export const jupyterlab = AppContainer.parse({
  name: 'jupyterlab',
  recipe: { base: 'gridloom/base:debian', apt: ['git'], pip: ['jupyterlab==4.6.6'] },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
set -eu
mkdir -p /workspace
cd /workspace
exec jupyter-lab --ip=0.0.0.0 --port=8888 --no-browser --allow-root
`,
  env: {},
  secrets: ['JUPYTER_TOKEN'],
  ports: [8888],
  readiness: { kind: 'http', port: 8888, path: '/api', timeout_s: 120 },
  links: [{ title: 'JupyterLab', port: 8888, path: '/lab?token={JUPYTER_TOKEN}' }],
  login: { username: '', password: 'JUPYTER_TOKEN' },
  needs: { memory_mib: 1_024, disk_gb: 4 },
})
