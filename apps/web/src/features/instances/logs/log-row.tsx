import type { ShownLine } from './log-buffer.ts'
import styles from './log-viewer.module.css'

interface LogRowProps {
  line: ShownLine
  search: string
  /** Where the row stands in the list, in pixels. */
  top: number
}

/** One line: its time, `out` or `err`, and its text with what was searched for marked. */
export function LogRow({ line, search, top }: LogRowProps) {
  return (
    <div className={styles.line} data-stream={line.stream} style={{ top }} title={line.at}>
      <span className={styles.time}>{timeOf(line.at)}</span>
      <span className={styles.stream}>{line.stream === 'stderr' ? 'err' : 'out'}</span>
      <span>{marked(line.text, search)}</span>
    </div>
  )
}

/** `2026-11-21T09:30:00.123456789Z` as the reader's own `09:30:00.123`. */
function timeOf(at: string): string {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return at.slice(11, 23)
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()]
  const [hours, minutes, seconds] = parts.map((part) => String(part).padStart(2, '0'))
  return `${hours}:${minutes}:${seconds}.${String(time.getMilliseconds()).padStart(3, '0')}`
}

function marked(text: string, search: string) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return text
  const end = at + search.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
