import type { ReactNode } from 'react'
import { type HardwareFamily, hardwareFamily, hardwareVendor } from '../format/hardware-family.ts'
import styles from './hardware-mark.module.css'

interface HardwareMarkProps {
  /** The name of the GPU's or CPU's model. */
  model: string
  kind: 'gpu' | 'cpu'
}

/**
 * The mark of a family of hardware: a card with fans for gaming, with a blower for workstations, with fins for data
 * centres, and a chip for CPUs. Its shade differs by vendor. Decorative: the name is shown beside it.
 */
export function HardwareMark({ model, kind }: HardwareMarkProps) {
  return (
    <span className={styles.mark} data-vendor={hardwareVendor(model)} aria-hidden>
      <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden focusable="false">
        <g fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinecap="round">
          {drawings[hardwareFamily(model, kind)]}
        </g>
      </svg>
    </span>
  )
}

const card = (
  <>
    <path d="M2.5 4v14" />
    <rect x="4.5" y="5.5" width="15" height="9" rx="1.5" />
    <path d="M7 17h6" />
  </>
)

const drawings: Readonly<Record<HardwareFamily, ReactNode>> = {
  gpu_gaming: (
    <>
      {card}
      <circle cx="8.6" cy="10" r="2.2" />
      <circle cx="15.4" cy="10" r="2.2" />
    </>
  ),
  gpu_workstation: (
    <>
      {card}
      <circle cx="15.4" cy="10" r="2.4" />
      <path d="M7 8.5h4M7 11.5h4" />
    </>
  ),
  gpu_data_center: (
    <>
      {card}
      <path d="M7.5 8v4M10 8v4M12.5 8v4M15 8v4M17 8v4" />
    </>
  ),
  gpu: (
    <>
      {card}
      <rect x="9.5" y="7.8" width="5" height="4.4" rx="0.8" />
    </>
  ),
  cpu: (
    <>
      <rect x="5.5" y="5.5" width="11" height="11" rx="1.8" />
      <rect x="8.8" y="8.8" width="4.4" height="4.4" rx="0.8" />
      <path d="M8.5 2.8v1.4M13.5 2.8v1.4M8.5 17.8v1.4M13.5 17.8v1.4M2.8 8.5h1.4M2.8 13.5h1.4M17.8 8.5h1.4M17.8 13.5h1.4" />
    </>
  ),
}
