#!/usr/bin/env node
/**
 * Starts Chromium in a network namespace of its own, in which the tests' ports are those of this machine.
 *
 * Chromium fails requests that wait for a connection with ERR_NETWORK_CHANGED whenever an address of the machine
 * changes, and each container that starts beside the tests changes some. Here it sees a network that never does.
 * Connections to the ports cross through a process outside of the namespace: namespaces do not share loopback.
 * Where namespaces are not allowed, the browser starts as it is.
 *
 * Linux only. Playwright runs this file in place of the browser and talks to it over descriptors 3 and 4.
 */
import { execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  blueskyPort,
  growthPort,
  growthStripePort,
  issuerPort,
  mastodonPort,
  productPort,
  relayPort,
  stripePort,
  walletConnectPort,
} from './ports.ts'
import { systemBrowser } from './system-browser.ts'

const ports = [
  ...[productPort, issuerPort, relayPort, walletConnectPort, stripePort],
  ...[growthPort, blueskyPort, mastodonPort, growthStripePort],
]
const addInterface = 'link add online0 type veth peer name online1'
const args = process.argv.slice(2)
/** Input, output, errors, and the two pipes of the DevTools protocol. */
const descriptors: StdioOptions = ['inherit', 'inherit', 'inherit', 'inherit', 'inherit']

if (args[0] === '--inside') {
  connectLoopback()
  await Promise.all(ports.map(handOver))
  process.disconnect()
  runBrowser(args.slice(1))
} else if (canIsolate()) {
  const inside = [process.execPath, fileURLToPath(import.meta.url), '--inside']
  const child = spawn('unshare', [...namespaces(), ...inside, ...args], {
    stdio: [...descriptors, 'ipc'],
  })
  child.on('message', (port: number, server) => {
    if (server instanceof net.Server) server.on('connection', (socket) => relay(socket, port))
  })
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  runBrowser(args)
}

/** Without the rights of root, a network namespace needs a user namespace around it. */
function namespaces(): string[] {
  return process.getuid?.() === 0 ? ['--net'] : ['--map-root-user', '--net']
}

/** Tries the step that needs most: namespaces may be allowed, and interfaces in them not. */
function canIsolate(): boolean {
  const trial = spawnSync('unshare', [...namespaces(), 'ip', ...addInterface.split(' ')])
  return trial.status === 0
}

/** Brings up loopback, and a second interface: with loopback alone, pages are told that they are offline. */
function connectLoopback(): void {
  for (const command of [
    'link set lo up',
    addInterface,
    'link set online0 addrgenmode none',
    'link set online1 addrgenmode none',
    'address add 192.0.2.1/32 dev online0',
    'link set online0 up',
    'link set online1 up',
  ]) {
    execFileSync('ip', command.split(' '))
  }
}

/** Listens on `port` in this namespace, and leaves accepting connections to the process outside of it. */
async function handOver(port: number): Promise<void> {
  const server = net.createServer().listen(port)
  await once(server, 'listening')
  await new Promise<void>((resolve, reject) => {
    process.send?.(port, server, {}, (error) => (error ? reject(error) : resolve()))
  })
  server.close()
}

/** Joins a connection from the browser's namespace to `port` of this machine. */
function relay(browser: net.Socket, port: number): void {
  const product = net.connect({ port, host: 'localhost', noDelay: true })
  browser.setNoDelay(true)
  for (const [from, to] of [
    [browser, product],
    [product, browser],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroySoon())
  }
}

function runBrowser(options: readonly string[]): void {
  if (systemBrowser === undefined)
    throw new Error('neither chromium nor google-chrome is installed')
  const browser = spawn(systemBrowser, options, { stdio: descriptors })
  browser.on('exit', (code) => process.exit(code ?? 1))
}
