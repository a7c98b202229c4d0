import { comparePictures, cropOf, shrunkBy } from './compare.ts'
import { cleanPicture, decodePicture, factsOf } from './decode.ts'
import { checkSize } from './decoded.ts'
import {
  type ComparedPair,
  type EncodedPicture,
  type ExaminedPicture,
  NotAPicture,
  type Pictures,
  pictureBytesMax,
} from './pictures.ts'
import { cropAsJpeg, makePreviews, shownPixels } from './show.ts'
import { stitchTiles } from './stitch.ts'

/** A task for a process: the name of a method of {@link Pictures} with its first argument. */
export type PictureTask = {
  [Name in TaskName]: { name: Name; asked: Parameters<Pictures[Name]>[0] }
}[TaskName]
export type TaskName = 'examine' | 'compare' | 'stitch' | 'display'
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Pictures[Name]>>

/** Runs a task in the current process. @throws NotAPicture */
export function doTask(task: PictureTask): Promise<TaskResult<TaskName>> {
  switch (task.name) {
    case 'examine':
      return examine(task.asked)
    case 'compare':
      return compare(task.asked)
    case 'stitch':
      return stitch(task.asked)
    case 'display':
      return display(task.asked)
  }
}

/** Cleaned before it is decoded, so that the inspected picture is the delivered one. */
async function examine(picture: EncodedPicture): Promise<ExaminedPicture> {
  checkBytes(picture)
  const cleaned = cleanPicture(picture.bytes, picture.format)
  const decoded = await decodePicture(cleaned, picture.format)
  return { facts: factsOf(decoded), cleaned, previews: await makePreviews(decoded) }
}

async function compare({
  first,
  second,
  region,
  shrinkBy = 1,
}: ComparedPair): Promise<TaskResult<'compare'>> {
  const whole = shrunkBy(await decode(first), shrinkBy)
  const part = shrunkBy(await decode(second), shrinkBy)
  const difference = comparePictures(whole, part, region)
  const crops = {
    first: await cropAsJpeg(cropOf(whole, region)),
    second: await cropAsJpeg(part),
  }
  return { ...difference, crops }
}

async function stitch(asked: Parameters<Pictures['stitch']>[0]): Promise<Uint8Array> {
  checkSize(asked)
  for (const { bytes } of asked.tiles) checkBytes({ bytes })
  return stitchTiles(asked)
}

async function display(picture: EncodedPicture): Promise<TaskResult<'display'>> {
  const decoded = await decode(picture)
  return { width: decoded.width, height: decoded.height, rgb: shownPixels(decoded) }
}

async function decode(picture: EncodedPicture) {
  checkBytes(picture)
  return decodePicture(cleanPicture(picture.bytes, picture.format), picture.format)
}

function checkBytes({ bytes }: { bytes: Uint8Array }): void {
  if (bytes.length > pictureBytesMax) throw new NotAPicture('The file is larger than 1 GiB')
}
