import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'

/** A dialog in the midst of the page. */
export function Modal(props: ModalProps) {
  useEscape(props)
  return <MantineModal {...props} closeOnEscape={false} />
}

/** A dialog at an edge of the page. */
export function Drawer(props: DrawerProps) {
  useEscape(props)
  return <MantineDrawer {...props} closeOnEscape={false} />
}

/** Dialogs that are open, the uppermost last. */
const open: object[] = []

/** Escape closes the uppermost dialog alone; Mantine's own would close all that are open. */
function useEscape({ opened, onClose }: Pick<ModalProps, 'opened' | 'onClose'>): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!opened) return
    const own = {}
    open.push(own)
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return
      if (open.at(-1) !== own || isOfOpenList(event.target)) return
      // The dialog below is uppermost once this one is gone, and must not hear of the same press.
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

/** As Mantine marks fields whose list is open, which the press closes instead. */
function isOfOpenList(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[data-mantine-stop-propagation="true"]')
}
