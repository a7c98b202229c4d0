import { Readiness } from '@gridloom/contract/templates/container-fields'
import { TemplateFilters } from '@gridloom/contract/templates/template'
import { filterLines } from '../../../shared/market/filter-words.ts'
import { readinessText } from '../../../shared/templates/launch-words.ts'
import { CopyLine } from '../../../ui/components/copy.tsx'
import { FactGrid } from '../../../ui/components/facts.tsx'
import { SidePanel } from '../../../ui/components/side-panel.tsx'
import styles from './editor.module.css'
import { problemOfMore } from './filter-draft.ts'
import { runPreview } from './run-preview.ts'
import type { TemplateDraft } from './template-draft.ts'
import { bodyOf } from './to-template.ts'

/** The run that results from the input. */
export function PreviewPanel({ draft }: { draft: TemplateDraft }) {
  const body = bodyOf(draft)
  const readiness = Readiness.safeParse(body.readiness).data
  return (
    <SidePanel title="Preview">
      <CopyLine text={runPreview(body)} label="Resulting run" />
      <div className={styles.facts}>
        <FactGrid
          facts={[
            { name: 'Ready', value: readiness ? readinessText(readiness) : 'Incomplete check' },
            { name: 'Disk', value: draft.diskGb === '' ? '—' : `${draft.diskGb} GB` },
            { name: 'Offers', value: <Filters draft={draft} filters={body.extra_filters} /> },
            { name: 'Registry', value: registryText(draft) },
          ]}
        />
      </div>
    </SidePanel>
  )
}

function Filters({ draft, filters }: { draft: TemplateDraft; filters: TemplateFilters }) {
  const valid = TemplateFilters.safeParse(filters)
  const lines = valid.success ? filterLines(valid.data) : []
  if (!valid.success || problemOfMore(draft.filters) !== undefined) return 'Incomplete filters'
  if (lines.length === 0) return 'Any'
  return lines.map(({ key, label, text }) => (
    <div key={key}>
      {label} {text}
    </div>
  ))
}

function registryText({ server, username, password }: TemplateDraft): string {
  const where = server.trim() === '' ? 'the registry of the image' : server.trim()
  if (username.trim() === '') return 'No login'
  const isMissing = password.kind === 'none' || password.kind === 'removed'
  return `Signs in to ${where} as ${username.trim()}${isMissing ? ', without a password' : ''}`
}
