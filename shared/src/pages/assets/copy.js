// Copies the field that a button names, and says so on the button and to screen readers, for a few seconds. Without this
// script the field can be selected.
const SHOWN_MS = 4000;

for (const button of document.querySelectorAll('[data-copies]')) {
  // A page over plain http has no clipboard.
  if (!navigator.clipboard) {
    button.remove();
    continue;
  }
  const name = button.textContent;
  const status = button.nextElementSibling;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copies);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Not permitted here; what is selected can be copied by hand.
      return button.remove();
    }
    button.textContent = status.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = name;
      status.textContent = '';
    }, SHOWN_MS);
  });
}
