// Posts a form once, however often its button is tapped: a browser that posts it again drops the answer to the first, and with
// it what is given only once. Without this script a second tap is answered by what the first one did.
const ANSWERED_WITHIN_MS = 30_000;

let sentAt = -Infinity;
addEventListener('submit', (event) => {
  // May be asked for as often as one likes, and what it asks for may be shown already: then no other page comes.
  if (event.target.method === 'get') return;
  if (event.timeStamp - sentAt < ANSWERED_WITHIN_MS) event.preventDefault();
  else sentAt = event.timeStamp;
});
// Somebody came back to the page, or corrects what is being sent.
for (const type of ['pageshow', 'input'])
  addEventListener(type, () => {
    sentAt = -Infinity;
  });
