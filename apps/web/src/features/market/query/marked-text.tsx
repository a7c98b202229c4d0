import type { QueryProblem } from '@gridloom/domain/market/lex-query'
import { useLayoutEffect, useRef } from 'react'
import styles from './query-bar.module.css'

interface MarkedTextProps {
  text: string
  problem: QueryProblem | undefined
  /** How far the input is scrolled, in pixels. */
  scrolled: number
}

/** A line below the word of the input that cannot be read; the text itself is the input's. */
export function MarkedText({ text, problem, scrolled }: MarkedTextProps) {
  const mirror = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (mirror.current) mirror.current.scrollLeft = scrolled
  })
  if (problem === undefined) return null
  const { from } = problem
  const to = Math.max(problem.to, from + 1)
  return (
    <div ref={mirror} className={styles.mirror} aria-hidden>
      {text.slice(0, from)}
      <mark>{text.slice(from, to) || ' '}</mark>
      {text.slice(to)}
    </div>
  )
}
