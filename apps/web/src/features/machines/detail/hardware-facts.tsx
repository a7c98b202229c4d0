import type { Hardware } from '@gridloom/contract/machines/hardware'
import type { Machine } from '@gridloom/contract/machines/machine'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { type Fact, Facts } from '../../../ui/components/facts.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatGb, formatMib } from '../../../ui/format/numbers.ts'

/** Hardware and connection of a machine as the agent reports them. */
export function HardwareFacts({ machine }: { machine: Machine }) {
  const { hardware } = machine
  return (
    <>
      {hardware && (
        <Section title="Hardware" note="reported by the agent">
          <Facts facts={hardwareFacts(hardware)} />
        </Section>
      )}
      <Section title="Connection">
        <Facts facts={connectionFacts(machine)} />
      </Section>
      {hardware && hardware.images.length > 0 && (
        <Section title="Cached images" note="no pull needed">
          <Facts
            facts={hardware.images.map(({ name, size_bytes: bytes }) => ({
              name,
              value: formatBytes(bytes),
            }))}
          />
        </Section>
      )}
    </>
  )
}

function hardwareFacts(hardware: Hardware): Fact[] {
  const { engine } = hardware
  return [
    { name: 'CPU', value: hardware.cpu_model },
    { name: 'Cores', value: `${hardware.cpu_cores} cores, ${hardware.cpu_threads} threads` },
    { name: 'Memory', value: formatMib(hardware.memory_mib) },
    { name: 'Disk', value: formatGb(hardware.disk_total_gb) },
    { name: 'System', value: `${hardware.os}, ${hardware.kernel}` },
    { name: 'Architecture', value: hardware.arch },
    {
      name: 'Engine',
      value: engine
        ? `${engine.kind} ${engine.version} · ${engine.storage_driver}`
        : 'not responding',
    },
    { name: 'Runtimes', value: engine?.runtimes.join(', ') ?? '—' },
  ]
}

function connectionFacts(machine: Machine): Fact[] {
  return [
    { name: 'Last seen', value: ago(machine.last_seen_at) },
    { name: 'Connected', value: ago(machine.connected_at) },
    { name: 'Added', value: ago(machine.enrolled_at) },
    { name: 'Agent', value: machine.agent_version ?? '—' },
    { name: 'ID', value: <span className="gl-mono">{machine.id}</span> },
  ]
}

function ago(at: string | null) {
  return at === null ? 'never' : <TimeAgo at={at} />
}
