import { Button, Slider } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { Modal } from '../../ui/components/dialog.tsx'
import { DialogButtons } from '../../ui/components/dialog-buttons.tsx'
import { type Crop, middle, pushed, squareOf, zoomMax } from './crop.ts'
import styles from './crop-dialog.module.css'
import { type ChosenPicture, drawPicture } from './picture-file.ts'

interface CropDialogProps {
  picture: ChosenPicture
  /** How the picture is shown where it is used. */
  shape: 'circle' | 'square'
  busy: boolean
  problem: string | undefined
  /** Receives the cropped square as a data URL. */
  use: (image: string) => void
  close: () => void
}

/** Crops a picture to a square: drag or arrow keys move it, a slider sets the zoom. */
export function CropDialog({ picture, shape, busy, problem, use, close }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(middle)
  return (
    <Modal opened onClose={close} title="Crop picture" size="sm">
      <CropView picture={picture} shape={shape} crop={crop} change={setCrop} />
      <Slider
        mt="md"
        min={1}
        max={zoomMax}
        step={0.01}
        label={null}
        value={crop.zoom}
        onChange={(zoom) => setCrop({ ...crop, zoom })}
        thumbLabel="Zoom"
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <DialogButtons>
        <Button onClick={close}>Cancel</Button>
        <Button
          variant="filled"
          loading={busy}
          onClick={() => use(drawPicture(picture.bitmap, crop))}
        >
          Use picture
        </Button>
      </DialogButtons>
    </Modal>
  )
}

interface CropViewProps {
  picture: ChosenPicture
  shape: CropDialogProps['shape']
  crop: Crop
  change: (crop: Crop) => void
}

const arrowStep = 0.05
const arrows: Readonly<Record<string, { right: number; down: number }>> = {
  ArrowLeft: { right: -arrowStep, down: 0 },
  ArrowRight: { right: arrowStep, down: 0 },
  ArrowUp: { right: 0, down: -arrowStep },
  ArrowDown: { right: 0, down: arrowStep },
}

function CropView({ picture: { bitmap, url }, shape, crop, change }: CropViewProps) {
  function drag(event: PointerEvent<HTMLElement>): void {
    if (event.buttons !== 1) return
    const shown = event.currentTarget.clientWidth
    const step = { right: event.movementX / shown, down: event.movementY / shown }
    change(pushed(bitmap, crop, step))
  }

  function push(event: KeyboardEvent): void {
    const step = arrows[event.key]
    if (step === undefined) return
    event.preventDefault()
    change(pushed(bitmap, crop, step))
  }

  const { left, top, side } = squareOf(bitmap, crop)
  return (
    <button
      type="button"
      className={styles.crop}
      data-shape={shape}
      aria-label="Crop area: drag it or use the arrow keys"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={push}
    >
      <img
        src={url}
        alt=""
        draggable={false}
        style={{
          width: `${(bitmap.width / side) * 100}%`,
          left: `${(-left / side) * 100}%`,
          top: `${(-top / side) * 100}%`,
        }}
      />
    </button>
  )
}
