import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { watchHealth } from '../src/health-watch.ts'
import { hostileBodies, sendBody, sendUnfinished } from '../src/hostile-bodies.ts'
import { createProcesses } from '../src/processes.ts'
import { signUp } from '../src/sign-up.ts'
import type { Bench, Figure } from './bench.ts'
import { machineAttacks } from './machine-attacks.ts'

const askPath = '/v1/chat/completions'
const attackMs = 4_000
/** The pause of each sender before its next body: 250 Mbit/s of 8 MB bodies. */
const pauseMs = 250
const p99MsMax = 100
const unfinished = 100
const unfinishedBody = Buffer.alloc(7_900_000, 'a')

export const stall: Bench = {
  name: 'stall',
  about: `GET /api/health every 20 ms from a connection of its own, while ${attackMs / 1_000} s of hostile requests go to ${askPath}, and while hostile machines have their say`,
  async run(say) {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-stall-'))
    await using processes = await createProcesses(folder)
    try {
      await processes.startServer()
      const { url } = processes
      const token = await signUp(processes, { access: true })
      const figures: Figure[] = []
      const measure = async (what: string, attack: () => Promise<unknown>) => {
        const { asked, failed, p99Ms, maxMs } = await watchHealth(url, attack)
        say(`${what}: ${asked} asked, ${failed} failed, p99 ${p99Ms.toFixed(1)} ms`)
        figures.push(
          { what: `${what}, p99`, value: p99Ms, unit: 'ms', atMost: p99MsMax },
          { what: `${what}, longest`, value: maxMs, unit: 'ms' },
        )
      }
      for (const [what, attack] of attacks(url)) {
        await measure(`${what}, by a stranger`, () => attack(undefined))
        await measure(`${what}, by somebody signed in`, () => attack(token))
      }
      const owner = processes.client(token)
      for (const [what, attack] of await machineAttacks(processes, owner, attackMs))
        await measure(what, attack)
      const held = await heldMib(await processes.pidOf('server'))
      figures.push({ what: 'memory of the server at its peak', value: held, unit: 'MiB' })
      return {
        figures,
        notes: ['the attacker and whoever asks share the machine with the server.'],
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

type Attack = (token: string | undefined) => Promise<unknown>

function attacks(url: string): [what: string, attack: Attack][] {
  const again = (body: Buffer, atOnce: number): Attack => {
    return async (token) => {
      const untilMs = performance.now() + attackMs
      const send = async () => {
        while (performance.now() < untilMs) {
          await sendBody(url, { path: askPath, body, token })
          await delay(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, send))
    }
  }
  const deep = hostileBodies.deep()
  return [
    ['nothing', () => delay(attackMs)],
    ['3.9 million brackets', again(deep, 1)],
    ['six of them at once', again(deep, 6)],
    ['2.6 million objects and a __proto__', again(hostileBodies.wide(), 1)],
    ['600 000 strange fields', again(hostileBodies.strangeFields(), 1)],
    ['3.9 million escapes', again(hostileBodies.escapes(), 1)],
    [
      `${unfinished} bodies of 7.9 MB that do not end`,
      async (token) => {
        const sending = { path: askPath, body: unfinishedBody, token }
        const open = await Promise.all(
          Array.from({ length: unfinished }, () => sendUnfinished(url, sending)),
        )
        await delay(attackMs)
        for (const { socket } of open) socket.destroy()
      },
    ],
  ]
}

/** Source: Linux, Documentation/filesystems/proc.rst, `VmHWM`. */
async function heldMib(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
}
