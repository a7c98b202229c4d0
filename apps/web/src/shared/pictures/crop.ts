/** A crop of a picture: the zoom, and the point of the picture (0 to 1) at its centre. */
export interface Crop {
  /** 1: the largest square that fits. */
  zoom: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A square of a picture, in the picture's pixels. */
export interface CropSquare {
  left: number
  top: number
  side: number
}

/** The largest square, centred. */
export const middle: Crop = { zoom: 1, x: 0.5, y: 0.5 }
export const zoomMax = 4

/** Returns the square of a crop, always inside the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): CropSquare {
  const side = Math.min(width, height) / zoom
  return {
    side,
    left: clamp(x * width - side / 2, width - side),
    top: clamp(y * height - side / 2, height - side),
  }
}

interface Step {
  /** The distance of the move, as a fraction of the square's side. */
  right: number
  down: number
}

/** Moves the picture under the crop area; stops at the picture's edges. */
export function pushed(size: Size, crop: Crop, { right, down }: Step): Crop {
  const { left, top, side } = squareOf(size, crop)
  const next = {
    left: clamp(left - right * side, size.width - side),
    top: clamp(top - down * side, size.height - side),
  }
  return {
    zoom: crop.zoom,
    x: (next.left + side / 2) / size.width,
    y: (next.top + side / 2) / size.height,
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max)
}
