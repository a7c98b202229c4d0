import type { Instance } from '@gridloom/contract/instances/instance'
import { Link } from '@tanstack/react-router'
import { AppLogin } from '../../../shared/apps/app-login.tsx'
import { CopyButton } from '../../../ui/components/copy.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { formatCount, formatMib } from '../../../ui/format/numbers.ts'
import { formatVcpus } from '../../../ui/format/vcpus.ts'
import { Connect } from './connect.tsx'
import { LoadStrip } from './load-strip.tsx'
import { NoteSection } from './note-section.tsx'
import styles from './overview-tab.module.css'
import { Timeline } from './timeline.tsx'

/** The load, how to connect, the details and the timeline of the instance. */
export function OverviewTab({ instance }: { instance: Instance }) {
  return (
    <div className={styles.stack}>
      {instance.state === 'running' && <LoadStrip instance={instance} />}
      <div className={styles.columns}>
        <div className={styles.stack}>
          {instance.app !== null && instance.app.login.length > 0 && (
            <Section title={`Login of ${instance.app.name}`}>
              <AppLogin app={instance.app} />
            </Section>
          )}
          <Section title="Connect">
            <Connect instance={instance} />
          </Section>
          <Section title="Details">
            <Facts facts={facts(instance)} />
          </Section>
        </div>
        <div className={styles.stack}>
          <Section title="Timeline">
            <Timeline instance={instance} />
          </Section>
          <NoteSection instance={instance} />
        </div>
      </div>
    </div>
  )
}

/** The template with the version that the instance was ordered with. */
function TemplateLink({ instance: { template, template_name: name } }: { instance: Instance }) {
  if (template === null) return name
  return (
    <>
      <Link to="/template/view/$id" params={{ id: template.id }} className={styles.link}>
        {name}
      </Link>{' '}
      <span className={styles.muted}>v{template.version}</span>
    </>
  )
}

/** The app with the version that the instance was launched with. */
function AppPageLink({ app }: { app: NonNullable<Instance['app']> }) {
  return (
    <>
      <Link to="/appStore/$slug" params={{ slug: app.slug }} className={styles.link}>
        {app.name}
      </Link>{' '}
      <span className={styles.muted}>v{app.version}</span>
    </>
  )
}

function facts(instance: Instance) {
  const env = Object.entries(instance.env)
  return [
    {
      name: 'ID',
      value: (
        <span className={`${styles.id} gl-mono`}>
          {instance.id} <CopyButton text={instance.id} label="Copy ID" />
        </span>
      ),
    },
    { name: 'Image', value: <span className="gl-mono">{instance.image}</span> },
    instance.app === null
      ? { name: 'Template', value: <TemplateLink instance={instance} /> }
      : { name: 'App', value: <AppPageLink app={instance.app} /> },
    ...(instance.gpu_model === null
      ? []
      : [{ name: 'GPU', value: `${instance.slots} × ${instance.gpu_model}` }]),
    ...(instance.project === null ? [] : [{ name: 'Project', value: instance.project }]),
    { name: 'vCPU', value: formatVcpus(instance.vcpus) },
    { name: 'Memory', value: formatMib(instance.memory_mib) },
    { name: 'Disk', value: `${formatCount(instance.disk_gb)} GB` },
    ...instance.volumes.map(({ name, path, mode }) => ({
      name: `Volume ${name}`,
      value: <span className="gl-mono">{mode === 'read_only' ? `${path} (read-only)` : path}</span>,
    })),
    {
      name: 'After a machine restart',
      value: instance.restart_policy === 'never' ? 'Stays stopped' : 'Starts again',
    },
    ...env.map(([name, value]) => ({
      name,
      value: <span className={styles.env}>{value}</span>,
    })),
  ]
}
