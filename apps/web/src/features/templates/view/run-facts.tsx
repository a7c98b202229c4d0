import type { Template } from '@gridloom/contract/templates/template'
import type { ReactNode } from 'react'
import { filterLines } from '../../../shared/market/filter-words.ts'
import { launchModes, readinessText } from '../../../shared/templates/launch-words.ts'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { type Fact, Facts } from '../../../ui/components/facts.tsx'
import { Section } from '../../../ui/components/section.tsx'
import styles from './view.module.css'

/** What a template runs, and the offers that it needs. */
export function RunFacts({ template }: { template: Template }) {
  return (
    <div className={styles.stack}>
      <Section title="Runs">
        <div className={styles.stack}>
          <Facts facts={runFacts(template)} />
          <Code label="Docker options" text={template.docker_options} />
          <Code
            label="Arguments for the entry point"
            text={template.docker_entry_point_tags.join('\n')}
          />
          <Code
            label={template.launch_mode === 'entrypoint' ? 'Command line' : 'Start script'}
            text={template.on_start_script}
          />
        </div>
      </Section>
      <Section title="Needs">
        <Facts facts={needs(template)} />
      </Section>
    </div>
  )
}

function Code({ label, text }: { label: string; text: string }) {
  if (text.trim() === '') return null
  return (
    <div className={styles.code}>
      <h3 className={styles.label}>{label}</h3>
      <CopyLine text={text.trimEnd()} label={label} />
    </div>
  )
}

function runFacts(template: Template): Fact[] {
  const { image_path_with_tag: image, docker_repo_server: server, ports, env } = template
  const names = Object.keys(env)
  return [
    { name: 'Image', value: <Mono>{image}</Mono> },
    ...(server === '' ? [] : [{ name: 'Registry', value: <Mono>{server}</Mono> }]),
    { name: 'Launch mode', value: launchModes[template.launch_mode] },
    { name: 'Ports', value: ports.length === 0 ? 'None' : <Mono>{ports.join(', ')}</Mono> },
    {
      name: 'Variables',
      value: names.length === 0 ? 'None' : <Mono>{names.join(', ')}</Mono>,
    },
    { name: 'Ready', value: readinessText(template.readiness) },
  ]
}

function needs(template: Template): Fact[] {
  const lines = filterLines(template.extra_filters)
  return [
    ...lines.map(({ label, text }) => ({ name: label, value: text })),
    ...(lines.length === 0 ? [{ name: 'Offers', value: 'Any' }] : []),
    { name: 'Recommended disk', value: `${template.recommended_disk_gb} GB` },
  ]
}

function Mono({ children }: { children: ReactNode }) {
  return <span className="gl-mono">{children}</span>
}
