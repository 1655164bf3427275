import sharp from 'sharp'
const [out = '', ...files] = process.argv.slice(2)
const metas = await Promise.all(files.map((file) => sharp(file).metadata()))
let left = 0
const parts = files.map((input, at) => {
  const part = { input, left, top: 0 }
  left += (metas[at]?.width ?? 0) + 10
  return part
})
await sharp({
  create: {
    width: left,
    height: Math.max(...metas.map(({ height }) => height ?? 0)),
    channels: 3,
    background: '#888',
  },
})
  .composite(parts)
  .png()
  .toFile(out)
