import { createHash } from 'node:crypto'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { InstanceTemplate } from './schema.ts'

const port = 8_888
const version = '4.6.6'
/** JupyterLab reads it by itself. Source: jupyter_server, `IdentityProvider._token_default`. */
const tokenVariable = 'JUPYTER_TOKEN'
/** A mirror sends 150 MB, and the image may lack Python. */
const readyWithinS = 1_800

/** Returns the template of a new instance with what JupyterLab needs: a token, its port, and a check that it answers. */
export function withJupyter(template: InstanceTemplate, token: string): InstanceTemplate {
  const { env, ports, readiness } = template
  return {
    ...template,
    env: { [tokenVariable]: token, ...env },
    ports: ports.includes(port) ? ports : [port, ...ports],
    readiness:
      readiness.kind === 'started'
        ? { kind: 'http', port, path: '/api', timeout_s: readyWithinS }
        : readiness,
  }
}

/** Returns the page of JupyterLab that needs no token to be typed. */
export function jupyterLinks({ launch_mode, env }: InstanceTemplate): Instance['links'] {
  if (launch_mode !== 'jupyter') return []
  const path = `/lab?token=${encodeURIComponent(env[tokenVariable] ?? '')}`
  return [{ title: 'JupyterLab', port, path }]
}

/**
 * Returns the start script of the `jupyter` launch mode: it starts JupyterLab, which it installs from PyPI first where
 * the image has none, and then runs the script of the template.
 */
export function jupyterScript(script: string): string {
  return script.trim() === '' ? startLab : `${startLab}${runningScript(script)}`
}

/** The packages of the image stay importable: an image with PyTorch is used from a notebook. */
const startLab = `#!/bin/sh
set -eu
folder=/opt/jupyter
[ -w /opt ] || folder=$HOME/.jupyter-lab
if command -v jupyter-lab >/dev/null 2>&1; then
  lab=jupyter-lab
else
  lab=$folder/bin/jupyter-lab
  if [ ! -e "$folder/complete" ]; then
    echo 'Installing JupyterLab ${version}'
    if ! python3 -c 'import ensurepip, venv' >/dev/null 2>&1; then
      if command -v apt-get >/dev/null; then
        apt-get update -q
        DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends python3-venv
      elif command -v apk >/dev/null; then
        apk add --no-cache python3 py3-pip
      elif command -v dnf >/dev/null; then
        dnf install -qy python3 python3-pip
      else
        echo 'The image has no JupyterLab and no Python, and none of apt, apk and dnf to install it.' >&2
        exit 1
      fi
    fi
    python3 -m venv --clear --system-site-packages "$folder"
    "$folder/bin/pip" install --no-cache-dir --progress-bar off jupyterlab==${version}
    touch "$folder/complete"
  fi
fi
cd "\${HOME:-/}"
setsid "$lab" --ip=0.0.0.0 --port=${port} --no-browser --allow-root </dev/null &
`

/** Runs a script as a program of its own: it may be of another language. */
function runningScript(script: string): string {
  const text = script.replaceAll('\r\n', '\n')
  const whole = text.startsWith('#!') ? text : `#!/bin/sh\n${text}`
  const end = `end-${createHash('sha256').update(whole).digest('hex').slice(0, 16)}`
  return `script=$(mktemp)
cat >"$script" <<'${end}'
${whole}
${end}
chmod 700 "$script"
"$script"
`
}
