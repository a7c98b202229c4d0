import { agentProtocol } from '@gridloom/contract/agent/protocol'
import { limits } from '@gridloom/contract/core/constants'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { MachineProblem, MachineStatus } from '@gridloom/contract/machines/machine'
import { isolationGaps } from '@gridloom/domain/isolation'
import { slotGroups } from '@gridloom/domain/slots'
import { formatUtc } from '@gridloom/domain/utc-time'
import type { ProtocolViolation } from '../agents/index.ts'

/** The facts of a machine that its problems follow from. */
export interface MachineCondition {
  status: MachineStatus
  hardware: Hardware | null
  agentProtocol: number | null
  cpuSlots: number
  diskOfferedGb: number
  gpusElsewhere: readonly string[]
  /** Whether its provider lists it although it is not isolated. */
  listNotIsolated: boolean
  stopOverdueSince: Date | null
  /** A recent protocol violation that ended its connection. */
  violation: Violation | null
}

export interface Violation {
  kind: ProtocolViolation
  at: Date
}

/** Whether a problem takes the whole machine off the market, or a part of it, or nothing. */
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
  usage_unreadable: 'nothing',
} as const satisfies Record<
  MachineProblem['code'],
  'machine' | 'machine_unless_chosen' | 'part' | 'nothing'
>

/** Returns the problems of a machine, most severe first: those that make it or a part of it unrentable, then hints. */
export function machineProblemsOf(condition: MachineCondition): MachineProblem[] {
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
    ...(hardware.usage_unreadable_at ? [usageUnreadable(hardware.usage_unreadable_at)] : []),
  ]
}

/** Whether the machine can be rented. */
export function isRentable(condition: MachineCondition): boolean {
  return (
    condition.status === 'online' &&
    !machineProblemsOf(condition).some((problem) => keepsOff(problem, condition))
  )
}

function keepsOff({ code }: MachineProblem, { listNotIsolated }: MachineCondition): boolean {
  if (extent[code] === 'machine_unless_chosen') return !listNotIsolated
  return extent[code] === 'machine'
}

/** Returns a problem for each isolation gap that the agent reports. */
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
  const tooSmall = slotGroups(hardware, cpuSlots).length === 0
  return [
    ...(noRuntime ? [problems.runtimeMissing] : []),
    ...(tooSmall ? [problems.memoryLow] : []),
  ]
}

function gpuElsewhere(uuids: readonly string[]): MachineProblem {
  return {
    code: 'gpu_elsewhere',
    text: `Another online machine reports the same GPU (${uuids.join(', ')}), so it is not listed here.`,
    remedy: 'Stop the other agent on this computer, or remove its machine.',
  }
}

function stopOverdue(since: Date): MachineProblem {
  return {
    code: 'stop_overdue',
    text: `The machine did not stop or destroy an instance in time (detected ${formatUtc(since)}) and is unlisted. Usage after the request is not paid.`,
    remedy:
      'Check the container engine: docker ps lists the instance. The machine is listed again as soon as its agent reports that the instance has ended.',
  }
}

const violationTexts = {
  flood: 'its agent sent more than the limit allows',
  bad_message: 'its agent sent a message that this server does not understand',
} as const satisfies Record<ProtocolViolation, string>

function violationOf({ kind, at }: Violation): MachineProblem {
  return {
    code: 'protocol_violation',
    text: `The machine was disconnected on ${formatUtc(at)}, as ${violationTexts[kind]}.`,
    remedy:
      'Upgrade the agent. If this happens again with the current version, check its log, and whether another program uses the machine’s key. This notice is shown for a day.',
  }
}

function usageUnreadable(at: string): MachineProblem {
  return {
    code: 'usage_unreadable',
    text: `A part of the machine’s usage journal could not be read on ${formatUtc(new Date(at))}. Use while this server could not be reached may not have been paid.`,
    remedy:
      'Check the machine’s disk. gridloom agent doctor names the file that was kept: ask the operator about the pay, then delete it.',
  }
}

const problems = {
  offline: {
    code: 'offline',
    text: 'The machine has been offline for more than 30 seconds.',
    remedy:
      'Check its power and network connection, and that its agent is running: gridloom agent doctor',
  },
  agentOld: {
    code: 'agent_old',
    text: 'The agent is too old for this server.',
    remedy: 'Update and restart the agent.',
  },
  engineMissing: {
    code: 'engine_missing',
    text: 'No container engine responds on the machine.',
    remedy:
      'Install Docker (apt-get install docker.io) and start it. The agent detects it automatically.',
  },
  runtimeMissing: {
    code: 'runtime_missing',
    text: 'Containers cannot use the GPUs: the engine lacks the NVIDIA runtime.',
    remedy: 'Install the NVIDIA Container Toolkit and restart the engine.',
  },
  isolationUnknown: {
    code: 'isolation_unknown',
    text: 'The agent is too old to report how containers are isolated.',
    remedy: 'Update and restart the agent. The machine is listed once it reports isolation.',
  },
  memoryLow: {
    code: 'memory_low',
    text: 'The machine has too little CPU or memory for a slot.',
    remedy: 'A slot needs a quarter of a CPU thread and 128 MiB of memory beyond the host reserve.',
  },
  diskLow: {
    code: 'disk_low',
    text: 'Less than 1 GB of disk is available for instances.',
    remedy: 'Free some disk space where the container engine stores its data.',
  },
} as const satisfies Record<string, MachineProblem>
