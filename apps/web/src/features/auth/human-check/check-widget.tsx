import type { PublicConfig } from '@gridloom/contract/system/public-config'
import { Skeleton } from '@mantine/core'
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { mountHumanCheck } from './human-check.ts'
import styles from './human-check-field.module.css'
import type { CheckedAction, HumanCheck, Resettable } from './widget.ts'

interface CheckWidgetProps {
  captcha: PublicConfig['captcha']
  action: CheckedAction
  onAnswer: (answer: string | undefined) => void
  onFailed: () => void
  handle: RefObject<Resettable | null>
}

/** Mounts the widget into the page and removes it together with the form. */
export function CheckWidget({ captcha, action, onAnswer, onFailed, handle }: CheckWidgetProps) {
  const place = useRef<HTMLDivElement>(null)
  const check = useRef<HumanCheck | undefined>(undefined)
  const [isReady, setIsReady] = useState(false)
  const answered = useEffectEvent(onAnswer)
  const failed = useEffectEvent(onFailed)
  useImperativeHandle(handle, () => ({ reset: () => check.current?.reset() }), [])

  useEffect(() => {
    const element = place.current
    if (element === null) return
    const leave = new AbortController()
    const publish = (text: string | undefined) => leave.signal.aborted || answered(text)
    mountHumanCheck(element, captcha, { action, onAnswer: publish, left: leave.signal }).then(
      (mounted) => {
        if (leave.signal.aborted) return mounted.remove()
        check.current = mounted
        setIsReady(true)
      },
      () => leave.signal.aborted || failed(),
    )
    return () => {
      leave.abort()
      check.current?.remove()
    }
  }, [captcha, action])

  return (
    <div className={styles.field}>
      {!isReady && <Skeleton height={46} aria-label="Loading the captcha" />}
      <div ref={place} hidden={!isReady} className={styles.place} />
    </div>
  )
}
