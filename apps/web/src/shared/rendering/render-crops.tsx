import type { RenderCheck } from '@gridloom/contract/rendering/check'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Modal } from '../../ui/components/dialog.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import styles from './render-crops.module.css'

interface RenderCropsProps {
  check: RenderCheck
  onClose: () => void
}

/** The two pictures of a check side by side, enlarged as far as they fit. */
export function RenderCrops({ check, onClose }: RenderCropsProps) {
  return (
    <Modal opened onClose={onClose} title={`Frame ${check.frame}: compared region`} size="lg">
      <div className={styles.pair}>
        <Crop check={check} side="made" caption="Delivered" />
        <Crop check={check} side="compared" caption="Rendered by another owner’s machine" />
      </div>
    </Modal>
  )
}

interface CropProps {
  check: RenderCheck
  side: 'made' | 'compared'
  caption: string
}

function Crop({ check, side, caption }: CropProps) {
  const client = useClient()
  const params = { check: check.id, side }
  const picture = useQuery({
    queryKey: ['render-check', check.id, side],
    queryFn: async ({ signal }) => (await client.rendering.checkCrop({ params, signal })).blob(),
    // The pictures of a check never change.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <figure className={styles.crop}>
      <Loaded query={picture} what="the picture">
        {(blob) => <Pixels blob={blob} alt={caption} />}
      </Loaded>
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

function Pixels({ blob, alt }: { blob: Blob; alt: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address === undefined ? null : <img className={styles.pixels} src={address} alt={alt} />
}
