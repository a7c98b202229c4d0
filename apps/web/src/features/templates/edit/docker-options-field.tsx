import { limits } from '@gridloom/contract/core/constants'
import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import { parseDockerOptions } from '@gridloom/domain/templates/parse-docker-options'
import { Textarea } from '@mantine/core'
import { problemAt } from '../../../ui/form/problem-at.ts'
import { optionLines } from '../option-lines.ts'
import { RefusedParts } from '../refused-parts.tsx'
import styles from './editor.module.css'
import type { SectionProps } from './use-editor.ts'

/** Options of `docker run`; what is understood and what is refused is shown while they are typed. */
export function DockerOptionsField({ editor }: SectionProps) {
  const { draft, wrong, change } = editor
  const { options, refused } = parseDockerOptions(draft.dockerOptions)
  return (
    <div className={styles.options}>
      <Textarea
        label="Docker options"
        description="Such as --shm-size 1g --ulimit nofile=65536; options that are not allowed are refused by name"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.dockerOptionsChars}
        spellCheck={false}
        className={styles.mono}
        value={draft.dockerOptions}
        error={problemAt(wrong, 'docker_options')}
        onChange={(event) => change({ dockerOptions: event.currentTarget.value })}
      />
      <Understood options={options} />
      <RefusedParts refused={refused} />
    </div>
  )
}

function Understood({ options }: { options: DockerOptions }) {
  const lines = optionLines(options)
  if (lines.length === 0) return null
  return (
    <ul className={styles.understood} aria-label="Options that apply">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
