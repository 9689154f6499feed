export const defaultZoom = 1
export const zoomLimits = { least: 0.5, most: 2, step: 0.25 } as const

export const zoomIn = (zoom: number) => Math.min(zoom + zoomLimits.step, zoomLimits.most)
export const zoomOut = (zoom: number) => Math.max(zoom - zoomLimits.step, zoomLimits.least)
