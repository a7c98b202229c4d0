import { useState } from 'react'
import { type ChosenPicture, forgetPicture, readPictureFile } from './picture-file.ts'

/** The picture file that the user chose, while it is cropped. */
export function useChosenPicture() {
  const [chosen, setChosen] = useState<ChosenPicture>()
  const [unreadable, setUnreadable] = useState(false)
  return {
    chosen,
    unreadable,
    async choose(file: File | null): Promise<void> {
      if (file === null) return
      setUnreadable(false)
      try {
        setChosen(await readPictureFile(file))
      } catch {
        // @NOTE whatever the cause, the message is the same: the file is not a readable picture
        setUnreadable(true)
      }
    },
    forget(): void {
      if (chosen) forgetPicture(chosen)
      setChosen(undefined)
    },
  }
}
