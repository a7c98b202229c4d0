import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'

/** A dialog in the centre of the page. */
export function Modal(props: ModalProps) {
  useEscape(props)
  return <MantineModal {...props} closeOnEscape={false} />
}

/** A dialog at an edge of the page. */
export function Drawer(props: DrawerProps) {
  useEscape(props)
  return <MantineDrawer {...props} closeOnEscape={false} />
}

/** The open dialogs, the topmost last. */
const open: object[] = []

/** Closes only the topmost dialog on Escape; Mantine's own handler would close all open ones. */
function useEscape({ opened, onClose }: Pick<ModalProps, 'opened' | 'onClose'>): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return
    const own = {}
    open.push(own)
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return
      if (open.at(-1) !== own || keepsEscape(event.target)) return
      // The dialog below becomes the topmost and must not receive the same event.
      event.stopImmediatePropagation()
      close()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      open.splice(open.indexOf(own), 1)
    }
  }, [opened])
}

/** Whether Escape is for what has the focus, by Mantine's attribute: it closes a field's list, or is an editor's. */
function keepsEscape(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[data-mantine-stop-propagation="true"]') !== null
  )
}
