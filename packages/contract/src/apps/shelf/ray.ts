import { AppContainer } from '../app-container.ts'

/**
 * Ray with its dashboard. Node 0 of a cluster is the head, which the others join; an instance of its own is a head without
 * others. All nodes of a cluster need the same token. Ray counts less than one whole CPU as none.
 */
export const ray = AppContainer.parse({
  name: 'ray',
  recipe: { base: 'gridloom/base:debian', pip: ['ray[default]==2.60.0'] },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
set -eu
rank=\${GRIDLOOM_NODE_RANK:-0} address=\${GRIDLOOM_NODE_ADDRESS:-127.0.0.1} head=\${MASTER_ADDR:-127.0.0.1}:6379
rm -f /run/ray-ready
if [ "$rank" = 0 ]; then
  ray start --head --node-ip-address="$address" --port=6379 --num-cpus="$(nproc)" \\
    --include-dashboard=true --dashboard-host=0.0.0.0 --dashboard-port=8265
else
  until ray health-check --address="$head" >/dev/null 2>&1; do sleep 1; done
  ray start --address="$head" --node-ip-address="$address" --num-cpus="$(nproc)"
fi
touch /run/ray-ready
tail --pid="$(pgrep -o raylet)" -f /dev/null
echo 'Ray has ended' >&2
exit 1
`,
  env: { RAY_USAGE_STATS_ENABLED: '0', RAY_AUTH_MODE: 'token' },
  secrets: ['RAY_AUTH_TOKEN'],
  ports: [8265],
  readiness: { kind: 'exec', command: ['test', '-e', '/run/ray-ready'], timeout_s: 180 },
  links: [{ title: 'Dashboard', port: 8265, path: '/' }],
  login: { username: '', password: 'RAY_AUTH_TOKEN' },
  needs: { memory_mib: 2_048, disk_gb: 6 },
})
