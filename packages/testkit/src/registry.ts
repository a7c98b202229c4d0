import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { environmentWith } from './config.ts'
import { freePort } from './free-ports.ts'
import { registryProgram } from './registry-program.ts'
import { createRegistryPush, type RegistryPush, type RegistryUser } from './registry-push.ts'
import { scratchFolder } from './scratch.ts'
import { trustedCertificate } from './trusted-certificate.ts'

const run = promisify(execFile)
const startTriesMax = 200
const startTryEveryMs = 50

export interface RegistryOptions {
  /** Who may pull and push; without it everybody may. */
  login?: RegistryUser
  /**
   * `own`: https, with a certificate that this process trusts. Engines accept any at 127.0.0.1. `off`, the default: http,
   * which engines accept at 127.0.0.1 alone.
   */
  tls?: 'own' | 'off'
}

/** A real image registry on this computer (CNCF Distribution, of Debian), for one test. */
export interface TestRegistry extends AsyncDisposable, RegistryPush {
  /** As images name it: `127.0.0.1:PORT`. */
  readonly host: string
  readonly port: number
  /** With `http:` or `https:`. */
  readonly url: string
  /** The certificate that another process has to trust (`NODE_EXTRA_CA_CERTS`); `undefined` without TLS. */
  readonly certificateFile: string | undefined
  /** `kill -9`; what was pushed stays. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  restart(): Promise<void>
}

/** Starts a registry; dispose of it with `await using`. Needs Debian's package, and perl. */
export async function startRegistry(options: RegistryOptions = {}): Promise<TestRegistry> {
  const { login, tls = 'off' } = options
  const program = await registryProgram()
  const port = await freePort()
  const folder = await mkdtemp(path.join(await scratchFolder(), 'gridloom-registry-'))
  const host = `127.0.0.1:${port}`
  const url = `${tls === 'off' ? 'http' : 'https'}://${host}`
  const files = await writeConfiguration(folder, { host, login, tls })
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const log = path.join(folder, 'log')
    const words = ['-c', 'exec "$0" serve "$1" 2>"$2"', program, files.configuration, log]
    child = spawn('sh', words, { stdio: 'ignore', env: environmentWith({}) })
    await untilAnswers(url, child, log)
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const over = once(child, 'exit')
    child.kill('SIGKILL')
    await over
  }

  await start()
  return {
    ...{ host, port, url },
    certificateFile: files.certificate,
    ...createRegistryPush({ host, url, login }),
    kill,
    restart: start,
    async [Symbol.asyncDispose]() {
      await kill()
      await rm(folder, { recursive: true })
    },
  }
}

interface Configuration {
  host: string
  login: RegistryUser | undefined
  tls: 'own' | 'off'
}

/** Source: distribution, `docs/configuration.md`. YAML includes JSON. */
async function writeConfiguration(folder: string, { host, login, tls }: Configuration) {
  const at = (name: string) => path.join(folder, name)
  if (login !== undefined)
    await writeFile(at('htpasswd'), `${login.username}:${await bcrypt(login.password)}\n`)
  if (tls === 'own') {
    const { key, cert } = trustedCertificate()
    await writeFile(at('key.pem'), key, { mode: 0o600 })
    await writeFile(at('cert.pem'), cert)
  }
  const certificate =
    tls === 'own' ? { certificate: at('cert.pem'), key: at('key.pem') } : undefined
  const configuration = {
    version: '0.1',
    log: { level: 'warn', accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: at('storage') } },
    http: { addr: host, secret: 'of a test', ...(certificate && { tls: certificate }) },
    ...(login && { auth: { htpasswd: { realm: 'test', path: at('htpasswd') } } }),
  }
  await writeFile(at('config.yml'), JSON.stringify(configuration))
  return { configuration: at('config.yml'), certificate: certificate?.certificate }
}

/** The hash of a password as the registry reads it, made by the C library: perl is on every Debian. */
async function bcrypt(password: string): Promise<string> {
  const salt = `$2b$05$${randomBytes(11).toString('hex')}`
  const script = 'print crypt($ENV{PASSWORD}, $ENV{SALT})'
  const env = environmentWith({ PASSWORD: password, SALT: salt })
  const { stdout } = await run('perl', ['-e', script], { env })
  return stdout
}

async function untilAnswers(url: string, child: ChildProcess, log: string): Promise<void> {
  for (let tries = 0; tries < startTriesMax && child.exitCode === null; tries += 1) {
    const isUp = await fetch(`${url}/v2/`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await delay(startTryEveryMs)
  }
  throw new Error(`the registry did not start: ${await readFile(log, 'utf8')}`)
}
