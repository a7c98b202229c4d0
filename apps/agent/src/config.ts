import { readFileSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ImageRef } from '@gridloom/contract/core/image-ref'
import { isSafeAddress } from '@gridloom/domain/safe-address'
import { z } from 'zod'

const optionNames = {
  server: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  'allow-http': { type: 'boolean' },
  name: { type: 'string' },
  data: { type: 'string' },
  runtime: { type: 'string' },
  'engine-hosts': { type: 'string' },
  'allow-images': { type: 'string' },
  registries: { type: 'string' },
  dns: { type: 'string' },
  'apt-mirror': { type: 'string' },
  'npm-registry': { type: 'string' },
  'build-proxy': { type: 'string' },
  'build-ca': { type: 'string' },
  'log-level': { type: 'string' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

const Command = z.enum(['run', 'enrol', 'doctor', 'install-service', 'upgrade'])
const RuntimeKind = z.enum(['auto', 'docker', 'podman', 'fake'])
export type RuntimeKind = z.infer<typeof RuntimeKind>

const AbsolutePath = z.string().startsWith('/', 'must be an absolute path')

/** A comma-separated list. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )
const listOf = (shape: RegExp, message: string) =>
  list.pipe(z.array(z.string().regex(shape, message)))

/** An address that is written into settings of apt, pip and npm. */
const sourceAddress = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an address like ${example}` })
    .regex(/^[!#-&(-[\]-~]+$/, `must be an address like ${example}`)

const Settings = z
  .object({
    command: Command,
    serverUrl: z
      .url({ protocol: /^https?$/, error: 'must be an address like https://gridloom.example' })
      .transform((url) => new URL(url).origin)
      .optional(),
    token: z.string().trim().min(1).max(200).optional(),
    /** `yes`: a server on another machine may be used without TLS, for testing. */
    plainHttp: z.enum(['yes', 'no']),
    existing: z.enum(['keep', 'replace']),
    name: z.string().trim().min(1).max(80),
    dataDir: z.string().transform((path) => resolve(path)),
    runtime: RuntimeKind,
    dockerHost: z
      .string()
      .regex(
        /^(unix:\/\/\/.+|npipe:\/\/\/\/\.\/pipe\/.+|(tcp|http):\/\/[^:/]+:\d+\/?)$/,
        'must be unix:///path, npipe:////./pipe/name or tcp://host:port',
      )
      .optional(),
    runtimeDir: z.string().optional(),
    /** For testing: which of several machines on one computer this agent is. */
    computer: z.string().max(80).optional(),
    blender: AbsolutePath.optional(),
    bpyPython: AbsolutePath.optional(),
    scenesGbMax: z.coerce.number('must be a number of GB').positive().optional(),
    engineHosts: listOf(
      /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i,
      'must be hosts like gpu-box:8000',
    ),
    /** Local images of the engine that renters may use, by name and tag. */
    allowImages: list.pipe(z.array(ImageRef)),
    /** Registries that images may be pulled from in addition to the public ones. */
    registries: listOf(/^[\w.-]+(:\d+)?$/, 'must be hosts like registry.lan:5000'),
    /** Name servers of containers. */
    dns: list.pipe(z.array(z.union([z.ipv4(), z.ipv6()], 'must be addresses like 10.0.0.2'))),
    engineKey: z.string().optional(),
    /** A model without a request for this long is unloaded; 0: never. */
    modelIdleMinutes: z.coerce.number('must be a number of minutes').min(0).max(525_600),
    packageIndex: z.url({
      protocol: /^https?$/,
      error: 'must be an address like https://pypi.org/simple',
    }),
    /** Where builds of images get packages of Debian: the address above `debian` and `debian-security`. */
    aptMirror: sourceAddress('http://deb.debian.org'),
    npmRegistry: sourceAddress('https://registry.npmjs.org/'),
    buildProxy: sourceAddress('http://proxy.lan:3128').optional(),
    /** A file with certificates that builds trust. */
    buildCertificates: AbsolutePath.optional(),
    logLevel: z.enum(['debug', 'info', 'warn', 'error']),
  })
  .superRefine(({ command, serverUrl, token, plainHttp }, context) => {
    const missing = { code: 'custom', message: 'is needed to enrol' } as const
    if (command === 'enrol' && token === undefined)
      context.addIssue({ ...missing, path: ['token'] })
    if ((command === 'enrol' || token !== undefined) && serverUrl === undefined) {
      context.addIssue({ ...missing, path: ['serverUrl'] })
    }
    if (serverUrl !== undefined && plainHttp === 'no' && !isSafeAddress(serverUrl))
      context.addIssue({ code: 'custom', message: unsafeServer, path: ['serverUrl'] })
  })
/** All settings of the agent: from arguments first, from the environment second. */
export type Settings = z.infer<typeof Settings>

const unsafeServer =
  'must be https, as unencrypted traffic can be read and changed on the way. For testing, use --allow-http'

/** The flag or variable of each setting, for reporting problems. */
const labels: Readonly<Record<string, string>> = {
  command: 'command',
  serverUrl: '--server (GRIDLOOM_URL)',
  token: '--token-file (GRIDLOOM_ENROLMENT_TOKEN)',
  name: '--name',
  dataDir: '--data (GRIDLOOM_AGENT_DATA)',
  runtime: '--runtime (GRIDLOOM_AGENT_RUNTIME)',
  dockerHost: 'DOCKER_HOST',
  computer: 'GRIDLOOM_COMPUTER',
  blender: 'GRIDLOOM_BLENDER',
  bpyPython: 'GRIDLOOM_BPY_PYTHON',
  scenesGbMax: 'GRIDLOOM_SCENES_GB',
  engineHosts: '--engine-hosts (GRIDLOOM_ENGINE_HOSTS)',
  allowImages: '--allow-images (GRIDLOOM_ALLOW_IMAGES)',
  registries: '--registries (GRIDLOOM_REGISTRIES)',
  dns: '--dns (GRIDLOOM_DNS)',
  engineKey: 'GRIDLOOM_ENGINE_KEY',
  modelIdleMinutes: 'GRIDLOOM_MODEL_IDLE_MINUTES',
  packageIndex: 'PIP_INDEX_URL',
  aptMirror: '--apt-mirror (GRIDLOOM_APT_MIRROR)',
  npmRegistry: '--npm-registry (GRIDLOOM_NPM_REGISTRY)',
  buildProxy: '--build-proxy (GRIDLOOM_BUILD_PROXY)',
  buildCertificates: '--build-ca (GRIDLOOM_BUILD_CA, PIP_CERT)',
  logLevel: '--log-level',
}

export type CliRequest =
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'work'; settings: Settings }

/** A configuration that cannot be used; each problem names the setting that is wrong. */
export class WrongConfig extends Error {
  override readonly name = 'WrongConfig'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The user who runs the agent: decides the default data folder and the default name. */
export interface User {
  isRoot: boolean
  home: string
  host: string
  platform: NodeJS.Platform
}

/** Reads the configuration of this process from its arguments and environment. */
export function readOwnConfig(): CliRequest {
  const isRoot = process.getuid?.() === 0
  const user = { isRoot, home: homedir(), host: hostname(), platform: process.platform }
  const asked = readConfig(process.argv.slice(2), process.env, user, readTokenFile)
  // No program that the agent starts needs the token.
  delete process.env[tokenVariable]
  return asked
}

const tokenVariable = 'GRIDLOOM_ENROLMENT_TOKEN'
const standardInput = 0

function readTokenFile(file: string): string {
  try {
    return readFileSync(file === '-' ? standardInput : file, 'utf8')
  } catch (cause) {
    throw new WrongConfig([`--token-file: ${cause instanceof Error ? cause.message : cause}`])
  }
}

/** Reads arguments and environment; throws {@link WrongConfig} with every problem in them. */
export function readConfig(
  argv: readonly string[],
  env: Environment,
  user: User,
  readToken: (file: string) => string = () => '',
): CliRequest {
  const { values, positionals } = parseArguments(argv)
  if (values.help === true || positionals[0] === 'help') return { kind: 'help' }
  if (values.version === true) return { kind: 'version' }
  if (positionals.length > 1)
    throw new WrongConfig([`command: too many arguments: "${positionals.join(' ')}"`])
  if (values.token !== undefined)
    throw new WrongConfig([
      `--token: every user of this machine can read command lines. Use --token-file FILE (- for standard input) or ${tokenVariable}`,
    ])
  const tokenFile = values['token-file']
  const parsed = Settings.safeParse({
    command: positionals[0] ?? 'run',
    serverUrl: values.server ?? blank(env.GRIDLOOM_URL),
    token: tokenFile === undefined ? blank(env[tokenVariable]) : readToken(tokenFile),
    plainHttp: values['allow-http'] === true || env.GRIDLOOM_ALLOW_HTTP === '1' ? 'yes' : 'no',
    existing: values.force === true ? 'replace' : 'keep',
    name: values.name ?? user.host,
    dataDir: values.data ?? blank(env.GRIDLOOM_AGENT_DATA) ?? defaultDataDir(user),
    runtime: values.runtime ?? blank(env.GRIDLOOM_AGENT_RUNTIME) ?? 'auto',
    dockerHost: blank(env.DOCKER_HOST),
    runtimeDir: blank(env.XDG_RUNTIME_DIR),
    computer: blank(env.GRIDLOOM_COMPUTER),
    blender: blank(env.GRIDLOOM_BLENDER),
    bpyPython: blank(env.GRIDLOOM_BPY_PYTHON),
    scenesGbMax: blank(env.GRIDLOOM_SCENES_GB),
    engineHosts: values['engine-hosts'] ?? blank(env.GRIDLOOM_ENGINE_HOSTS),
    allowImages: values['allow-images'] ?? blank(env.GRIDLOOM_ALLOW_IMAGES),
    registries: values.registries ?? blank(env.GRIDLOOM_REGISTRIES),
    dns: values.dns ?? blank(env.GRIDLOOM_DNS),
    engineKey: blank(env.GRIDLOOM_ENGINE_KEY),
    modelIdleMinutes: blank(env.GRIDLOOM_MODEL_IDLE_MINUTES) ?? '10',
    packageIndex: blank(env.PIP_INDEX_URL) ?? 'https://pypi.org/simple',
    aptMirror: values['apt-mirror'] ?? blank(env.GRIDLOOM_APT_MIRROR) ?? 'http://deb.debian.org',
    npmRegistry:
      values['npm-registry'] ?? blank(env.GRIDLOOM_NPM_REGISTRY) ?? 'https://registry.npmjs.org/',
    buildProxy: values['build-proxy'] ?? blank(env.GRIDLOOM_BUILD_PROXY),
    buildCertificates: values['build-ca'] ?? blank(env.GRIDLOOM_BUILD_CA) ?? blank(env.PIP_CERT),
    logLevel: values['log-level'] ?? 'info',
  })
  if (parsed.success) return { kind: 'work', settings: parsed.data }
  throw new WrongConfig(parsed.error.issues.map(problemOf))
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: optionNames, allowPositionals: true })
  } catch (cause) {
    throw new WrongConfig([cause instanceof Error ? cause.message : String(cause)])
  }
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  const name = String(path[0] ?? '')
  return `${labels[name] ?? name}: ${message}`
}

function defaultDataDir({ isRoot, home, platform }: User): string {
  if (platform === 'win32') return join(home, 'AppData/Local/gridloom-agent')
  return isRoot ? '/var/lib/gridloom-agent' : join(home, '.local/share/gridloom-agent')
}

/** Treats an empty variable as not set. */
function blank(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value
}
