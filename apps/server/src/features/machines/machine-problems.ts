import { agentProtocol } from '@gridloom/contract/agent/protocol'
import { limits } from '@gridloom/contract/core/constants'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { MachineProblem, MachineStatus } from '@gridloom/contract/machines/machine'
import { isolationGaps } from '@gridloom/domain/isolation'
import { slotsOf } from '@gridloom/domain/slots'
import type { ProtocolViolation } from '../agents/index.ts'

/** What of a machine shows what is wrong with it. */
export interface Condition {
  status: MachineStatus
  hardware: Hardware | null
  agentProtocol: number | null
  cpuSlots: number
  diskOfferedGb: number
  gpusElsewhere: readonly string[]
  /** Its provider lists it although it is not isolated. */
  listNotIsolated: boolean
  stopOverdueSince: Date | null
  /** Its connection was ended for what it sent, not long ago. */
  violation: Violation | null
}

export interface Violation {
  kind: ProtocolViolation
  at: Date
}

/** Whether a problem takes the whole machine off the market, or only a part of it, or leaves it there. */
const extent = {
  offline: 'machine',
  agent_old: 'machine',
  stop_overdue: 'machine',
  engine_missing: 'machine',
  memory_low: 'machine',
  disk_low: 'machine',
  runtime_missing: 'part',
  gpu_elsewhere: 'part',
  isolation_unknown: 'machine',
  not_isolated: 'machine_unless_chosen',
  hardening_incomplete: 'nothing',
  protocol_violation: 'nothing',
} as const satisfies Record<
  MachineProblem['code'],
  'machine' | 'machine_unless_chosen' | 'part' | 'nothing'
>

/** Everything that keeps a machine, or a part of it, from being rented, the gravest first; and hints among it. */
export function problemsOf(condition: Condition): MachineProblem[] {
  const { hardware } = condition
  const violated = condition.violation === null ? [] : [violationOf(condition.violation)]
  if (condition.status === 'waiting' || hardware === null) return violated
  return [
    ...(condition.status === 'offline' ? [problems.offline] : []),
    ...((condition.agentProtocol ?? 0) < agentProtocol ? [problems.agentOld] : []),
    ...(condition.stopOverdueSince === null ? [] : [stopOverdue(condition.stopOverdueSince)]),
    ...engineProblems(hardware, condition.cpuSlots),
    ...isolationProblems(hardware),
    ...(condition.diskOfferedGb < limits.diskGbMin ? [problems.diskLow] : []),
    ...(condition.gpusElsewhere.length > 0 ? [gpuElsewhere(condition.gpusElsewhere)] : []),
    ...violated,
  ]
}

/** Whether nothing stands in the way of renting the machine out. */
export function isRentable(condition: Condition): boolean {
  return (
    condition.status === 'online' &&
    !problemsOf(condition).some((problem) => keepsOff(problem, condition))
  )
}

function keepsOff({ code }: MachineProblem, { listNotIsolated }: Condition): boolean {
  if (extent[code] === 'machine_unless_chosen') return !listNotIsolated
  return extent[code] === 'machine'
}

/** One for each gap: the agent's codes, our words. */
function isolationProblems({ engine, isolation_gaps: gaps }: Hardware): MachineProblem[] {
  if (engine === null) return []
  if (gaps === undefined) return [problems.isolationUnknown]
  return gaps.map((gap) => {
    const { essential, text, remedy } = isolationGaps[gap]
    return { code: essential ? 'not_isolated' : 'hardening_incomplete', text, remedy }
  })
}

function engineProblems(hardware: Hardware, cpuSlots: number): MachineProblem[] {
  if (hardware.engine === null) return [problems.engineMissing]
  const noRuntime =
    hardware.gpus.some((gpu) => gpu.source === 'nvidia-smi') &&
    !hardware.engine.runtimes.includes('nvidia')
  const tooSmall = slotsOf(hardware, cpuSlots).length === 0
  return [
    ...(noRuntime ? [problems.runtimeMissing] : []),
    ...(tooSmall ? [problems.memoryLow] : []),
  ]
}

function gpuElsewhere(uuids: readonly string[]): MachineProblem {
  return {
    code: 'gpu_elsewhere',
    text: `Another machine that is online reports the same GPU (${uuids.join(', ')}), so it is not offered here.`,
    remedy: 'Stop the other agent that runs on this computer, or remove its machine.',
  }
}

function stopOverdue(since: Date): MachineProblem {
  return {
    code: 'stop_overdue',
    text: `The machine did not end an instance in time that was to be stopped or destroyed (noticed ${since.toUTCString()}), so it is not offered. What ran on is not paid.`,
    remedy:
      'See what keeps the container engine: docker ps lists the instance. The machine is offered again as soon as its agent reports the end.',
  }
}

const violationTexts = {
  flood: 'its agent sent more than an agent may',
  bad_message: 'its agent sent a message that this server does not understand',
} as const satisfies Record<ProtocolViolation, string>

function violationOf({ kind, at }: Violation): MachineProblem {
  return {
    code: 'protocol_violation',
    text: `The machine was disconnected on ${at.toUTCString()}, as ${violationTexts[kind]}.`,
    remedy:
      'Upgrade the agent. Where it is up to date and this happens again, see its log, and whether another program uses the machine’s key. This notice stays for a day.',
  }
}

const problems = {
  offline: {
    code: 'offline',
    text: 'The machine has not been heard for more than 30 seconds.',
    remedy: 'Check that it is on and online, and that its agent runs: gridloom agent doctor',
  },
  agentOld: {
    code: 'agent_old',
    text: 'The agent is too old for this server.',
    remedy: 'Update the agent and start it again.',
  },
  engineMissing: {
    code: 'engine_missing',
    text: 'No container engine answers on the machine.',
    remedy: 'Install Docker (apt-get install docker.io) and start it; the agent notices by itself.',
  },
  runtimeMissing: {
    code: 'runtime_missing',
    text: 'The GPUs cannot be given to containers: the engine lacks the NVIDIA runtime.',
    remedy: 'Install the NVIDIA Container Toolkit and restart the engine.',
  },
  isolationUnknown: {
    code: 'isolation_unknown',
    text: 'The agent does not say how containers are isolated: it is too old for that.',
    remedy: 'Update the agent and start it again; the machine is listed once it says so.',
  },
  memoryLow: {
    code: 'memory_low',
    text: 'There is too little CPU or memory for even one slot.',
    remedy: 'A slot needs a quarter of a CPU thread and 128 MiB beyond what the host keeps.',
  },
  diskLow: {
    code: 'disk_low',
    text: 'There is less than 1 GB of disk to give.',
    remedy: 'Free some space where the container engine keeps its data.',
  },
} as const satisfies Record<string, MachineProblem>
