// A Bluesky server and a directory of identifiers for one test: everything lies in the folder that is named, and ends with
// the process. It says that it is at the public port, from where the test forwards to it. Writes one line of JSON when both
// answer. Each line of its standard input moves its clock forward by so many milliseconds; it ends when that input does.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { envToCfg, envToSecrets, PDS } from '@atproto/pds'
import plc from '@did-plc/server'

const [folder, publicPort, clientOrigin, clientAt] = process.argv.slice(2)

keepStatements()

// The time of the machine, plus what the test has turned.
let turnedMs = 0
const { Date: MachineDate } = globalThis
const nowMs = () => MachineDate.now() + turnedMs
globalThis.Date = new Proxy(MachineDate, {
  construct: (target, given, asked) =>
    Reflect.construct(target, given.length === 0 ? [nowMs()] : given, asked),
  apply: (target) => new target(nowMs()).toString(),
  get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
})

// A client's description must be at an https address, which a test can't have: it is fetched from the test itself.
const fetchReally = globalThis.fetch
globalThis.fetch = (input, init) => {
  const url = String(input?.url ?? input)
  if (clientOrigin === undefined || !url.startsWith(clientOrigin)) return fetchReally(input, init)
  return fetchReally(url.replace(clientOrigin, clientAt), {
    headers: { accept: 'application/json' },
  })
}

const directory = plc.PlcServer.create({ db: new plc.MockDatabase(), port: await freePort() })
const directoryServer = await directory.start()
const directoryUrl = `http://localhost:${directoryServer.address().port}`
const files = path.join(folder, 'pds')
const blobs = path.join(folder, 'blobs')
for (const one of [files, blobs]) await mkdir(one, { recursive: true })
const environment = {
  port: Number(publicPort),
  hostname: 'localhost',
  serviceHandleDomains: ['.test'],
  dataDirectory: files,
  blobstoreDiskLocation: blobs,
  jwtSecret: randomBytes(16).toString('hex'),
  adminPassword: randomBytes(16).toString('hex'),
  plcRotationKeyK256PrivateKeyHex: randomBytes(32).toString('hex'),
  devMode: true,
  disableSsrfProtection: true,
  inviteRequired: false,
  rateLimitsEnabled: false,
  didPlcUrl: directoryUrl,
  bskyAppViewUrl: 'https://appview.invalid',
  bskyAppViewDid: 'did:web:appview.invalid',
}
const config = envToCfg(environment)
config.service.port = await freePort()
const pds = await PDS.create(config, envToSecrets(environment))
await pds.start()
process.stdout.write(`${JSON.stringify({ port: config.service.port, directoryUrl })}\n`)
for await (const line of createInterface({ input: process.stdin })) turnedMs += Number(line)
process.exit(0)

/**
 * Keeps all statements and connections of SQLite: Node.js 24 aborts when it collects an object of this version of
 * better-sqlite3 ("Assertion failed: (env) != nullptr"), seconds after the start.
 */
function keepStatements() {
  const Database = createRequire(import.meta.resolve('@atproto/pds'))('better-sqlite3')
  const database = new Database(':memory:')
  const kept = [database]
  const [nativeKey] = Object.getOwnPropertySymbols(database)
  const native = Object.getPrototypeOf(database[nativeKey])
  const { prepare } = native
  native.prepare = function (...given) {
    const statement = prepare.apply(this, given)
    kept.push(this, statement)
    return statement
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address()
  server.close()
  return free
}
