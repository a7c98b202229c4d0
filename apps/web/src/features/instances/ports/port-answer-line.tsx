import type { PortAnswer } from '@gridloom/contract/ports/port-address'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { StatusBadge, type Tone } from '../../../ui/components/status-badge.tsx'
import { type OnePort, portAnswerQuery } from '../api/ports.ts'
import styles from './ports-tab.module.css'

/** What a port answers to a request for its start page, with a button that asks again. */
export function PortAnswerLine({ one, isReady }: { one: OnePort; isReady: boolean }) {
  const answer = useQuery({ ...portAnswerQuery(useClient(), one), enabled: isReady })
  if (!isReady) return <StatusBadge tone="idle" word="Available when ready" look="plain" />
  const { tone, word, more } = wordsOf(answer.data, answer.isError)
  return (
    <span className={styles.answer}>
      <StatusBadge tone={tone} word={word} look="plain" />
      {more.map((fact) => (
        <span key={fact} className={styles.muted}>
          {fact}
        </span>
      ))}
      <Tooltip label="Check again">
        <ActionIcon
          size={24}
          aria-label={`Check port ${one.port} again`}
          loading={answer.isFetching}
          onClick={() => void answer.refetch()}
        >
          <IconRefresh size={14} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

interface AnswerWords {
  tone: Tone
  word: string
  more: string[]
}

function wordsOf(answer: PortAnswer | undefined, hasFailed: boolean): AnswerWords {
  if (answer === undefined) {
    return hasFailed
      ? { tone: 'warn', word: 'Could not be checked', more: [] }
      : { tone: 'busy', word: 'Checking…', more: [] }
  }
  switch (answer.kind) {
    case 'http':
      return {
        tone: answer.status < 500 ? 'good' : 'warn',
        word: `HTTP ${answer.status}`,
        more: [...(answer.title === null ? [] : [answer.title]), latency(answer.latency_ms)],
      }
    case 'other':
      return {
        tone: 'good',
        word: 'Accepts connections',
        more: ['no HTTP', latency(answer.latency_ms)],
      }
    case 'nothing':
      return { tone: 'warn', word: 'Nothing is listening', more: [] }
    case 'unavailable':
      return { tone: 'idle', word: 'Not available', more: [] }
  }
}

function latency(ms: number): string {
  return `${Math.round(ms)} ms`
}
