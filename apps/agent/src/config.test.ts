import { describe, expect, it } from 'vitest'
import { readConfig, type Settings, WrongConfig } from './config.ts'

describe('the configuration', () => {
  it('has sensible defaults', () => {
    expect(settings([])).toEqual({
      command: 'run',
      serverUrl: undefined,
      token: undefined,
      plainHttp: 'no',
      existing: 'keep',
      engineHosts: [],
      allowImages: [],
      registries: [],
      dns: [],
      engineKey: undefined,
      modelIdleMinutes: 10,
      packageIndex: 'https://pypi.org/simple',
      aptMirror: 'http://deb.debian.org',
      npmRegistry: 'https://registry.npmjs.org/',
      buildProxy: undefined,
      buildCertificates: undefined,
      name: 'box',
      dataDir: '/var/lib/gridloom-agent',
      runtime: 'auto',
      dockerHost: undefined,
      runtimeDir: undefined,
      logLevel: 'info',
    })
  })

  it('puts the data folder into the home directory of a user other than root', () => {
    const asked = readConfig([], {}, { ...root, isRoot: false, home: '/home/ada' })
    expect(asked).toMatchObject({ settings: { dataDir: '/home/ada/.local/share/gridloom-agent' } })
  })

  it('puts the data folder into AppData on Windows', () => {
    const user = { ...root, isRoot: false, home: '/Users/ada', platform: 'win32' } as const
    const dataDir = '/Users/ada/AppData/Local/gridloom-agent'
    expect(readConfig([], {}, user)).toMatchObject({ settings: { dataDir } })
  })

  it('accepts the named pipe of an engine', () => {
    const dockerHost = 'npipe:////./pipe/docker_engine'
    expect(settings([], { DOCKER_HOST: dockerHost })).toMatchObject({ dockerHost })
  })

  it('prefers an argument to a variable, and a variable to the default', () => {
    const env = { GRIDLOOM_URL: 'https://a.example', GRIDLOOM_AGENT_DATA: '/a' }
    expect(settings([], env)).toMatchObject({ serverUrl: 'https://a.example', dataDir: '/a' })
    const argv = ['--server', 'https://b.example/', '--data', '/b']
    expect(settings(argv, env)).toMatchObject({ serverUrl: 'https://b.example', dataDir: '/b' })
  })

  it('treats an empty variable as not set', () => {
    const env = { GRIDLOOM_URL: '', GRIDLOOM_AGENT_DATA: ' ', DOCKER_HOST: '' }
    expect(settings([], env)).toMatchObject({ serverUrl: undefined, dockerHost: undefined })
  })

  it('accepts images, registries and name servers by flag or variable, and rejects invalid ones', () => {
    const env = { GRIDLOOM_REGISTRIES: 'registry.lan:5000, nas', GRIDLOOM_DNS: '10.0.0.2' }
    const argv = ['--allow-images', 'debian:12,me/model:1']
    expect(settings(argv, env)).toMatchObject({
      allowImages: ['debian:12', 'me/model:1'],
      registries: ['registry.lan:5000', 'nas'],
      dns: ['10.0.0.2'],
    })
    expect(() => settings(['--dns', 'ns.example'])).toThrow('--dns')
    expect(() => settings(['--registries', 'https://a/b'])).toThrow('--registries')
    expect(() => settings(['--allow-images', 'Not An Image'])).toThrow('--allow-images')
  })

  it('accepts engine hosts by flag or variable, and rejects anything but hosts', () => {
    const env = { GRIDLOOM_ENGINE_HOSTS: 'gpu-box:8000, nas' }
    expect(settings([], env)).toMatchObject({ engineHosts: ['gpu-box:8000', 'nas'] })
    expect(settings(['--engine-hosts', 'a'], env)).toMatchObject({ engineHosts: ['a'] })
    expect(() => settings(['--engine-hosts', 'http://a/b'])).toThrow('--engine-hosts')
  })

  it('accepts the disk limit of scenes in GB, and rejects anything but a positive number', () => {
    expect(settings([], { GRIDLOOM_SCENES_GB: '2.5' })).toMatchObject({ scenesGbMax: 2.5 })
    for (const wrong of ['much', '0', '-1']) {
      expect(() => settings([], { GRIDLOOM_SCENES_GB: wrong })).toThrow('GRIDLOOM_SCENES_GB')
    }
  })

  it('accepts Blender and its Python by variable, as absolute paths', () => {
    const env = {
      GRIDLOOM_BLENDER: '/opt/blender/blender',
      GRIDLOOM_BPY_PYTHON: '/opt/py/bin/python',
    }
    expect(settings([], env)).toMatchObject({
      blender: '/opt/blender/blender',
      bpyPython: '/opt/py/bin/python',
    })
    expect(() => settings([], { GRIDLOOM_BLENDER: 'blender' })).toThrow(
      'GRIDLOOM_BLENDER: must be an absolute path',
    )
  })

  it('replaces an existing identity only with --force', () => {
    const argv = ['enrol', '--server', 'https://a.example']
    const env = { GRIDLOOM_ENROLMENT_TOKEN: 't' }
    expect(settings(argv, env)).toMatchObject({ command: 'enrol', existing: 'keep', token: 't' })
    expect(settings([...argv, '--force'], env)).toMatchObject({ existing: 'replace' })
  })

  it.each([[['--help']], [['-h']], [['help']], [['run', '--help', '--runtime', 'wrong']]])(
    'shows the help for %j',
    (argv) => {
      expect(readConfig(argv, {}, root)).toEqual({ kind: 'help' })
    },
  )

  it('shows the version', () => {
    expect(readConfig(['--version'], {}, root)).toEqual({ kind: 'version' })
  })
})

describe('a server without TLS', () => {
  it('is accepted on this machine, and elsewhere only where plain HTTP is allowed', () => {
    const argv = ['--server', 'http://10.0.0.1:3000']
    expect(settings(['--server', 'http://localhost:3000'])).toMatchObject({ plainHttp: 'no' })
    expect(problems(argv)).toEqual([expect.stringMatching(/^--server .*must be https/)])
    expect(settings([...argv, '--allow-http'])).toMatchObject({ plainHttp: 'yes' })
    expect(settings(argv, { GRIDLOOM_ALLOW_HTTP: '1' })).toMatchObject({ plainHttp: 'yes' })
  })
})

describe('a token', () => {
  it('is read from a file, and rejected on the command line', () => {
    const server = ['--server', 'https://a.example']
    const read = (argv: string[]) =>
      readConfig([...server, ...argv], {}, root, (file) => `of ${file}`)
    expect(read(['--token-file', '-'])).toMatchObject({ settings: { token: 'of -' } })
    expect(problems(['--token', 't'])).toEqual([expect.stringMatching(/^--token: every user/)])
  })
})

describe('an invalid configuration', () => {
  it('is reported in full, each problem with the name of its setting', () => {
    const argv = ['dance', '--server', 'ftp://x', '--runtime', 'lxc', '--log-level', 'loud']
    expect(problems(argv, { DOCKER_HOST: 'ssh://box' })).toEqual([
      expect.stringMatching(/^command: /),
      expect.stringMatching(/^--server \(GRIDLOOM_URL\): must be an address/),
      expect.stringMatching(/^--runtime \(GRIDLOOM_AGENT_RUNTIME\): /),
      expect.stringMatching(/^DOCKER_HOST: must be unix/),
      expect.stringMatching(/^--log-level: /),
    ])
  })

  it('is reported with the token and the server that enrolling lacks', () => {
    expect(problems(['enrol'])).toEqual([
      '--token-file (GRIDLOOM_ENROLMENT_TOKEN): is needed to enrol',
      '--server (GRIDLOOM_URL): is needed to enrol',
    ])
  })

  it('is reported with the missing server where only a token is given', () => {
    expect(problems(['run'], { GRIDLOOM_ENROLMENT_TOKEN: 't' })).toEqual([
      '--server (GRIDLOOM_URL): is needed to enrol',
    ])
  })

  it.each([[['--frobnicate']], [['run', 'doctor']]])('is reported for %j', (argv) => {
    expect(problems(argv)).toHaveLength(1)
  })
})

const root = { isRoot: true, home: '/root', host: 'box', platform: 'linux' } as const

function settings(argv: string[], env: Record<string, string> = {}): Settings {
  const asked = readConfig(argv, env, root)
  if (asked.kind !== 'work') throw new Error(`asked for ${asked.kind}`)
  return asked.settings
}

function problems(argv: string[], env: Record<string, string> = {}): readonly string[] {
  try {
    readConfig(argv, env, root)
  } catch (cause) {
    if (cause instanceof WrongConfig) return cause.problems
    throw cause
  }
  return []
}
