// Copies the field that a button names, and says so on the button. Without this script the field can be selected.
for (const button of document.querySelectorAll('[data-copies]'))
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copies);
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  });
