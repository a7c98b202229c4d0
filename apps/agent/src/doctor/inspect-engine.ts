import type { Gpu, Hardware, IsolationGap } from '@gridloom/contract/machines/hardware'
import { assertNever } from '@gridloom/domain/assert-never'
import { isolationGaps } from '@gridloom/domain/isolation'
import { toolkitOf } from '../hardware/gpus/toolkit.ts'
import type { ProcessResult } from '../host/execute.ts'
import { type Finding, missing, ok, warn } from './finding.ts'

const installDocker = 'sudo apt-get install -y --no-install-recommends docker.io iptables e2fsprogs'

export type EngineAnswer =
  | {
      kind: 'answered'
      engine: NonNullable<Hardware['engine']>
      gaps: readonly IsolationGap[]
      /** Why the disks of containers cannot be limited here. */
      diskObstacle: string | undefined
    }
  | { kind: 'silent'; reason: string }

export function inspectEngine(answer: EngineAnswer): Finding {
  if (answer.kind === 'silent') {
    const remedy = `${installDocker}\nsudo systemctl enable --now docker (or, without systemd: sudo dockerd &)\nsudo usermod -aG docker "$USER" (if the agent does not run as root)`
    return missing('container engine', answer.reason, remedy)
  }
  const { kind, version, storage_driver } = answer.engine
  return ok('container engine', `${kind} ${version}, storage ${storage_driver}`)
}

/** Reports the engine's isolation gaps, with the same texts as the machine's page. */
export function inspectGaps(answer: EngineAnswer): Finding[] {
  if (answer.kind === 'silent') return []
  const found = answer.gaps.map((gap) => {
    const { essential, text: general, remedy } = isolationGaps[gap]
    const own = gap === 'disk_limit' ? answer.diskObstacle : undefined
    const text = own === undefined ? general : `${general} Reason: ${own}.`
    return essential ? missing('isolation', text, remedy) : warn('isolation', text, remedy)
  })
  return found.length === 0 ? [ok('isolation', 'containers are isolated')] : found
}

export interface NvidiaAnswers {
  gpus: readonly Gpu[]
  smi: ProcessResult
  toolkit: ProcessResult
  engine: EngineAnswer
}

/** Reports the driver, the toolkit and the engine's runtime; nothing where there is no NVIDIA card. */
export function inspectNvidia({ gpus, smi, toolkit, engine }: NvidiaAnswers): Finding[] {
  const cards = gpus.filter(({ vendor }) => vendor === 'nvidia')
  if (cards.length === 0) return []
  return [inspectDriver(cards, smi), inspectToolkit(toolkit), inspectRuntime(engine)]
}

function inspectDriver(cards: readonly Gpu[], smi: ProcessResult): Finding {
  const [first] = cards.filter(({ source }) => source === 'nvidia-smi')
  if (first !== undefined) {
    return ok(
      'NVIDIA driver',
      `${first.driver ?? 'version unknown'}, ${cards.length} × ${first.model}`,
    )
  }
  const why = smi.exitCode === null ? 'nvidia-smi is not installed' : firstLine(smi)
  const remedy =
    'sudo apt-get install -y nvidia-driver (Debian, non-free)\nsudo ubuntu-drivers install (Ubuntu)\nthen restart the machine'
  return missing('NVIDIA driver', why, remedy)
}

function inspectToolkit(answer: ProcessResult): Finding {
  const name = 'NVIDIA Container Toolkit'
  const toolkit = toolkitOf(answer)
  switch (toolkit.kind) {
    case 'absent':
      return missing(name, 'not installed', installToolkit)
    case 'silent':
      return missing(name, 'nvidia-ctk does not respond', installToolkit)
    case 'outdated':
      return missing(
        name,
        `${toolkit.version} allows container escapes (CVE-2025-23266); 1.17.8 or newer is required`,
        installToolkit,
      )
    case 'safe':
      return ok(name, toolkit.version)
    default:
      return assertNever(toolkit)
  }
}

function inspectRuntime(answer: EngineAnswer): Finding {
  const name = 'NVIDIA runtime'
  const remedy =
    'sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker'
  if (answer.kind === 'silent')
    return warn(name, 'unknown, as the container engine is not responding', remedy)
  if (answer.engine.runtimes.includes('nvidia')) return ok(name, 'configured')
  return missing(name, 'not configured in the container engine', remedy)
}

function firstLine({ stdout, stderr, exitCode }: ProcessResult): string {
  return `${stdout}${stderr}`.trim().split('\n', 1)[0] || `nvidia-smi exited with code ${exitCode}`
}

/** Source: NVIDIA's installation guide of the container toolkit, for apt. */
const installToolkit = [
  'curl -fsSL https://nvidia.github.io/libnvidia-container/gpgkey | sudo gpg --dearmor -o /usr/share/keyrings/nvidia-container-toolkit-keyring.gpg',
  "curl -fsSL https://nvidia.github.io/libnvidia-container/stable/deb/nvidia-container-toolkit.list | sed 's#deb https://#deb [signed-by=/usr/share/keyrings/nvidia-container-toolkit-keyring.gpg] https://#' | sudo tee /etc/apt/sources.list.d/nvidia-container-toolkit.list",
  'sudo apt-get update && sudo apt-get install -y nvidia-container-toolkit',
].join('\n')
