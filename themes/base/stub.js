!function(){var u=new URL(document.links[0].href),s=location.search;if(s)u.search=u.search?u.search+"&"+s.slice(1):s;if(!u.hash)u.hash=location.hash;location.replace(u)}()
