import { expect, it } from 'vitest'
import { createPacer } from './pacer.ts'

it('runs a light draw in every frame', async () => {
  const { draw, picture, drawn } = setup()
  for (let frame = 1; frame <= 3; frame += 1) {
    draw(3)
    await picture()
    expect(drawn()).toBe(frame)
  }
})

it('delays the next draw after a heavy one, leaving three quarters of the time free', async () => {
  const { draw, picture, rest, drawn } = setup()
  draw(20)
  await picture()
  draw(20)
  await picture()
  expect(drawn()).toBe(1)
  expect(rest()).toBe(60)
  await picture()
  expect(drawn()).toBe(2)
})

it('runs a draw in every frame again once drawing is light', async () => {
  const { draw, picture, rest, drawn } = setup()
  draw(20)
  await picture()
  draw(1)
  rest()
  await picture()
  draw(1)
  await picture()
  expect(drawn()).toBe(3)
})

function setup() {
  let nowMs = 1_000
  let drawn = 0
  let frames: (() => void)[] = []
  let rests: { delayMs: number; wake: () => void }[] = []
  const later = createPacer({
    nowMs: () => nowMs,
    frame: (draw) => frames.push(draw),
    after: (delayMs, wake) => rests.push({ delayMs, wake }),
  })
  return {
    drawn: () => drawn,
    /** Requests a draw that takes `tookMs`, in a microtask as React's does. */
    draw(tookMs: number) {
      later(() =>
        queueMicrotask(() => {
          nowMs += tookMs
          drawn += 1
        }),
      )
    },
    /** Runs one animation frame. */
    async picture() {
      const due = frames
      frames = []
      for (const draw of due) draw()
      await Promise.resolve()
      await Promise.resolve()
    },
    /** Lets all pauses pass; returns their total length in ms. */
    rest() {
      const due = rests
      rests = []
      let sumMs = 0
      for (const { delayMs, wake } of due) {
        nowMs += delayMs
        sumMs += delayMs
        wake()
      }
      return sumMs
    },
  }
}
