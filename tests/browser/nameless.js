// Controls that nobody could call by name.
() => [...document.querySelectorAll('button, a[href], input, select, textarea, [role=dialog], dialog')]
    .filter(element => element.offsetParent !== null && !element.closest('[inert]'))
    .filter(element => !(element.getAttribute('aria-label') || element.labels?.length || element.textContent.trim() || element.title))
    .map(element => element.outerHTML.slice(0, 120))
