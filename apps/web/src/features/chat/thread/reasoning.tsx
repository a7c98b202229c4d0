import { UnstyledButton } from '@mantine/core'
import { IconBulb, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ScrollRegion } from '../../../ui/components/scroll-region.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { formatThought } from './format-thought.ts'
import styles from './reasoning.module.css'

interface ReasoningProps {
  text: string
  /** `thinking`: the answer has no text yet. */
  state: 'thinking' | 'thought'
  /** `null` if it is unknown, as while the answer is still being written. */
  tookMs: number | null
}

/** What a model thought before its answer: open while it thinks, then folded unless the reader chose otherwise. */
export function Reasoning({ text, state, tookMs }: ReasoningProps) {
  const [chosen, setChosen] = useState<'open' | 'folded'>()
  const id = useId()
  const isOpen = chosen === undefined ? state === 'thinking' : chosen === 'open'
  return (
    <div className={styles.reasoning}>
      <UnstyledButton
        className={styles.head ?? ''}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setChosen(isOpen ? 'folded' : 'open')}
      >
        <IconBulb size={15} aria-hidden />
        <span className={state === 'thinking' ? styles.thinking : undefined}>
          {state === 'thinking' ? 'Thinking…' : formatThought(tookMs)}
        </span>
        <IconChevronRight size={14} className={styles.arrow} data-open={isOpen} aria-hidden />
      </UnstyledButton>
      {isOpen && <Body id={id} text={text} state={state} />}
    </div>
  )
}

/** The text in a low box, whose end stays in sight while the model thinks. */
function Body({ id, text, state }: Omit<ReasoningProps, 'tookMs'> & { id: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state !== 'thinking' || text === '' || box.current === null) return
    box.current.scrollTop = box.current.scrollHeight
  }, [state, text])
  return (
    <ScrollRegion
      ref={box}
      id={id}
      className={styles.body}
      data-state={state}
      aria-label="Reasoning"
    >
      <Markdown text={text} state={state === 'thinking' ? 'growing' : 'whole'} />
    </ScrollRegion>
  )
}
