import { Fragment } from 'react'
import type { ShownLine } from './log-buffer.ts'
import styles from './log-viewer.module.css'

interface LogRowProps {
  line: ShownLine
  search: string
  /** The row's offset in the list, in pixels. */
  top: number
}

/** One line: time, `out` or `err`, and text with the search matches marked. */
export function LogRow({ line, search, top }: LogRowProps) {
  return (
    <div className={styles.line} data-stream={line.stream} style={{ top }} title={line.at}>
      <span className={styles.time}>{timeOf(line.at)}</span>
      <span className={styles.stream}>{line.stream === 'stderr' ? 'err' : 'out'}</span>
      <span>{marked(line.text, search)}</span>
    </div>
  )
}

/** Formats `2026-11-21T09:30:00.123456789Z` as local time: `09:30:00.123`. */
function timeOf(at: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return at.slice(11, 23)
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()]
  const [hours, minutes, seconds] = parts.map((part) => String(part).padStart(2, '0'))
  return `${hours}:${minutes}:${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

/** Marks every match of the search in the text, ignoring case. */
function marked(text: string, search: string) {
  if (search === '') return text
  const word = new RegExp(search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
  const found = [...text.matchAll(word)]
  if (found.length === 0) return text
  const ends = found.map((match) => match.index + match[0].length)
  return (
    <>
      {found.map((match, nth) => (
        <Fragment key={match.index}>
          {text.slice(ends[nth - 1] ?? 0, match.index)}
          <mark>{match[0]}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
