import { TemplateId } from '@gridloom/contract/core/ids'
import { type Template, TemplateContent } from '@gridloom/contract/templates/template'
import type { z } from 'zod'

/** Prints a line every 5 seconds, so that a first trial shows logs, load and cost moving at once. */
const heartbeatScript = `echo "Hello from $(hostname). This container is yours."
(i=0; while true; do i=$((i+1)); echo "tick $i, $(date -u +%H:%M:%S) UTC"; sleep 5; done) &
`

const webScript = `mkdir -p /srv/www
cat > /srv/www/index.html <<'PAGE'
<!doctype html><meta charset="utf-8"><title>Served from Gridloom</title>
<h1>It works</h1><p>This page is served from inside your container. Its folder is /srv/www.</p>
PAGE
busybox httpd -f -v -p 8080 -h /srv/www &
echo "Serving /srv/www on port 8080"
`

/**
 * Ray of PyPI: node 0 of a cluster is the head, which the others join; an instance of its own is a head without others.
 * A stopped instance finds its environment again. Ray itself counts less than one whole CPU as none.
 */
const rayScript = `set -eu
rank=\${GRIDLOOM_NODE_RANK:-0} address=\${GRIDLOOM_NODE_ADDRESS:-127.0.0.1} head=\${MASTER_ADDR:-127.0.0.1}:6379
if [ ! -e /opt/ray/complete ]; then
  apt-get update -q
  apt-get install -qy --no-install-recommends python3-venv
  python3 -m venv --clear /opt/ray
  /opt/ray/bin/pip install --no-cache-dir --progress-bar off ray==2.60.0
  ln -sf /opt/ray/bin/ray /opt/ray/bin/python /usr/local/bin/
  touch /opt/ray/complete
fi
if [ "$rank" = 0 ]; then
  ray start --head --node-ip-address="$address" --port=6379 --num-cpus="$(nproc)" --include-dashboard=false
else
  until ray health-check --address="$head" >/dev/null 2>&1; do sleep 1; done
  ray start --address="$head" --node-ip-address="$address" --num-cpus="$(nproc)"
fi
`

/** The templates that every installation has. Their ids never change. */
export const builtInTemplates: readonly Template[] = [
  builtIn('tpl_00000000000000000000000001', {
    name: 'shell',
    template_name: 'Shell',
    version: '1',
    description:
      'A minimal Linux with BusyBox that starts in a second. For scripts and small tools. Available on every machine.',
    image_path_with_tag: 'gridloom/base:latest',
    on_start_script: heartbeatScript,
    readiness: { kind: 'exec', command: ['true'], timeout_s: 30 },
    recommended_disk_gb: 2,
  }),
  builtIn('tpl_00000000000000000000000002', {
    name: 'web-server',
    template_name: 'Web server',
    version: '1',
    description: 'Serves a folder over HTTP on port 8080. Connect with gridloom forward.',
    image_path_with_tag: 'gridloom/base:latest',
    on_start_script: webScript,
    ports: [8080],
    readiness: { kind: 'http', port: 8080, path: '/', timeout_s: 60 },
    recommended_disk_gb: 2,
  }),
  builtIn('tpl_00000000000000000000000003', {
    name: 'debian-12',
    template_name: 'Debian 12',
    version: '12',
    description:
      'Debian bookworm with apt. The first start on a machine takes about two minutes to build the image.',
    image_path_with_tag: 'gridloom/base:debian',
    on_start_script: 'cat /etc/debian_version\n',
    readiness: { kind: 'exec', command: ['/bin/true'], timeout_s: 60 },
    recommended_disk_gb: 5,
  }),
  builtIn('tpl_00000000000000000000000004', {
    name: 'ray',
    template_name: 'Ray',
    version: '2.60.0',
    description:
      'Ray from PyPI on Debian 12, for Python over many machines. Node 0 of a cluster is the head and the others join it. The first start takes several minutes.',
    image_path_with_tag: 'gridloom/base:debian',
    on_start_script: rayScript,
    env: { RAY_USAGE_STATS_ENABLED: '0' },
    readiness: { kind: 'exec', command: ['/opt/ray/bin/ray', 'status'], timeout_s: 900 },
    recommended_disk_gb: 10,
  }),
]

type BuiltIn = z.input<typeof TemplateContent> & Pick<Template, 'name' | 'version'>

function builtIn(id: string, { name, version, ...content }: BuiltIn): Template {
  return {
    ...TemplateContent.parse(content),
    id: TemplateId.parse(id),
    name,
    version,
    template_type: 'predefined',
    public_template: false,
    template_code: null,
    template_image: null,
    docker_repo_password_saved: false,
    access: 'predefined',
    author: null,
    uses: 0,
    starts: { succeeded: 0, failed: 0 },
    updated_at: null,
  }
}
