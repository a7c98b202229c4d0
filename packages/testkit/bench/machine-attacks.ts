import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@gridloom/client/calls'
import { agentPath } from '@gridloom/contract/agent/call'
import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import { endlessAnswer, longLogLine } from '../src/endless-answer.ts'
import { beginByHand, floodWith, frame, reportStream } from '../src/hostile-frames.ts'
import {
  type AttackTarget,
  type MaliciousAgent,
  startMaliciousAgent,
} from '../src/malicious-agent.ts'
import { anOrder } from '../src/order.ts'
import { gpuHardware, usualHardware } from '../src/seed-hardware.ts'

/** An attack by machines on their own connections. */
export type MachineAttack = readonly [what: string, attack: () => Promise<unknown>]

const machinesAtOnce = 4
const logsAtOnce = 4

/** Each attack takes at least `attackMs`; machines that are disconnected reconnect. */
export async function machineAttacks(
  server: AttackTarget,
  owner: Client,
  attackMs: number,
): Promise<MachineAttack[]> {
  const machines: MaliciousAgent[] = []
  for (let at = 0; at < machinesAtOnce; at += 1)
    machines.push(await startMaliciousAgent(server, { owner }))
  const all = (flood: (machine: MaliciousAgent) => Promise<unknown>) => async () => {
    const untilMs = performance.now() + attackMs
    const again = async (machine: MaliciousAgent) => {
      while (performance.now() < untilMs) {
        // A machine that is rejected with 429 waits.
        await flood(machine).catch(() => delay(retryMs))
        await delay(pauseMs)
      }
    }
    await Promise.all(machines.map(again))
  }
  return [
    ['log lines without end', () => readLogs(server, owner, attackMs)],
    [`${machinesAtOnce} machines: messages of 18,500 GPUs`, all(sendHardware)],
    [`${machinesAtOnce} machines: small messages without end`, all(sendMessages)],
    [`${machinesAtOnce} machines: frames of one byte`, all(sendShortFrames)],
    [`${machinesAtOnce} machines: frames that carry nothing`, all(sendEmptyFrames)],
  ]
}

/** Nonces are limited to 120 a minute per address. */
const retryMs = 2_000
const pauseMs = 500

async function readLogs(server: AttackTarget, owner: Client, attackMs: number): Promise<void> {
  await using machine = await startMaliciousAgent(server, { owner })
  await machine.hello()
  const offer = await machine.list()
  const { instance } = await owner.instances.order({ body: anOrder(offer.id) })
  await machine.specOf(instance.id)
  machine.answers[agentPath(instanceCalls.logs, { id: instance.id })] = endlessAnswer(longLogLine)
  const untilMs = performance.now() + attackMs
  const read = async () => {
    const wanted = { params: { id: instance.id }, query: { tail: 10_000 } }
    while (performance.now() < untilMs)
      await owner.instances.logs(wanted).catch(() => delay(retryMs))
  }
  await Promise.all(Array.from({ length: logsAtOnce }, read))
}

async function sendHardware(machine: MaliciousAgent): Promise<void> {
  const [gpu] = gpuHardware.gpus ?? []
  const gpus = Array.from({ length: 18_500 }, (_, at) => ({ ...gpu, uuid: `GPU-${at}` }))
  const line = JSON.stringify({ kind: 'hardware', hardware: { ...usualHardware, gpus } })
  const link = await machine.connect()
  await Promise.race([link.reportText(line).catch(() => {}), link.ended])
  await link.ended
}

async function sendMessages(machine: MaliciousAgent): Promise<void> {
  const link = await machine.connect()
  const lines = Array.from({ length: 100 }, () =>
    JSON.stringify({ kind: 'serving', report: served }),
  )
  const text = lines.join('\n')
  let isOver = false
  const over = link.ended.then(() => {
    isOver = true
  })
  while (!isOver) await Promise.race([link.reportText(text).catch(() => {}), over])
}

async function sendShortFrames(machine: MaliciousAgent): Promise<void> {
  const socket = await machine.connectSocket()
  await beginByHand(socket)
  await floodWith(socket, frame('data', { stream: reportStream, payload: Buffer.of(0x78) }))
}

async function sendEmptyFrames(machine: MaliciousAgent): Promise<void> {
  const socket = await machine.connectSocket()
  await beginByHand(socket)
  await floodWith(socket, frame('windowUpdate', { payload: Buffer.from([0, 0, 0, 1]) }))
}

/** A report of a model that the machine was never asked to serve. */
const served = {
  endpoint_id: 'mep_01jd3v8q6f7g8h9jkmnpqrstvw',
  ...{ observed_generation: 1, phase: 'serving', fetched_bytes: null, total_bytes: null },
  ...{ problem: null, context_tokens: null, quantization: null, features: [] },
  ...{ busy: 0, queued: 0 },
}
