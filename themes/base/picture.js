// The buttons of a picture: what is copied is the picture, drawn as PNG, which is what clipboards take; its address
// where a browser does not let that be done.
const live = document.getElementById('docs-live')
const drawn = async picture => {
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = picture.naturalWidth || picture.width
  canvas.height = picture.naturalHeight || picture.height
  canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error('nothing to copy')), 'image/png'))
}
const copy = async picture => {
  picture.loading = 'eager'
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': drawn(picture) })])
  } catch {
    await navigator.clipboard.writeText(picture.currentSrc || picture.src)
  }
}
document.querySelectorAll('.picture-copy').forEach(button => {
  button.onclick = async () => {
    try {
      await copy(button.closest('.picture').querySelector('img'))
    } catch {
      return
    }
    button.dataset.copied = ''
    if (live) live.textContent = live.dataset.done
    setTimeout(() => {
      delete button.dataset.copied
      if (live) live.textContent = ''
    }, 1600)
  }
})
