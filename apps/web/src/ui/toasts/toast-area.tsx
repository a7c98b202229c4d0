import { CloseButton, Loader } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
} from '@tabler/icons-react'
import { useStore } from 'zustand'
import styles from './toast-area.module.css'
import type { Toast, Toasts } from './toasts.ts'

const icons = {
  success: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  error: IconCircleXFilled,
} as const

/** The area where toasts appear. Errors are announced at once, others at the next pause in speech. */
export function ToastArea({ toasts }: { toasts: Toasts }) {
  const shown = useStore(toasts.store, (state) => state.toasts)
  const errors = shown.filter(({ type }) => type === 'error')
  const others = shown.filter(({ type }) => type !== 'error')
  return (
    <section
      className={styles.area}
      aria-label="Messages"
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      onFocus={toasts.pause}
      onBlur={toasts.resume}
    >
      <div role="alert">
        {errors.map((toast) => (
          <ToastCard key={toast.id} toast={toast} hide={toasts.hide} />
        ))}
      </div>
      <div role="status">
        {others.map((toast) => (
          <ToastCard key={toast.id} toast={toast} hide={toasts.hide} />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ toast, hide }: { toast: Toast; hide: (id: string) => void }) {
  const Icon = icons[toast.type]
  return (
    <div
      className={styles.toast}
      data-type={toast.progress ? 'progress' : toast.type}
      data-phase={toast.phase}
    >
      {toast.progress ? <Loader size={15} /> : <Icon size={17} aria-hidden />}
      <span className={styles.message}>{toast.message}</span>
      <CloseButton size="sm" aria-label="Dismiss message" onClick={() => hide(toast.id)} />
    </div>
  )
}
